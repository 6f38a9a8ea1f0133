extension ScenarioPack {
    /// Table 1, setRequestor: configuration, and what the device says.
    static let setRequestor: [Entry] = [
        Entry(
            """
            # Row 1.1: the app has no software statement
            # $ VSASIM_SOFTWARE_STATEMENT= entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.1-no-statement
            expect:
              - {event: library.status, with: {errorId: R400}}
              - {event: library.setRequestorComplete, with: {status: 0}}
              - {event: service.client-registered, count: 0}

            """),
        Entry(
            """
            # Row 1.1: the app's software statement is revoked
            # $ vsactl statement issue REF30 --name Revoked > revoked.jwt
            # $ vsactl statement revoke "$(vsactl statement list | sed -n 's/ .*Revoked.*//p')"
            # $ entitle --software-statement revoked.jwt setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.1-statement-revoked
            expect:
              - {event: library.status, with: {errorId: R400}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.1: the service refuses the app's software statement
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.1-statement-refused
            faults:
              - {id: refused, at: service.register, error: invalid_software_statement}
            expect:
              - {event: library.status, with: {errorId: R400}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.2: the access token cannot be obtained
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.2-no-access-token
            faults:
              - {id: no-token, at: service.token, status: 400}
            expect:
              - {event: library.status, with: {errorId: R401}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.3: the service knows no such requestor
            # $ entitle setRequestor NOBODY
            schema: vsa-scenario/1
            name: sso-1.3-requestor-unknown
            expect:
              - {event: library.call.setRequestor, with: {requestor: NOBODY}}
              - {event: library.status, with: {errorId: CFG400}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.4: the service cannot be reached
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.4-service-unreachable
            faults:
              - {id: cut, at: service.config, disconnect: true}
            expect:
              - {event: library.status, with: {errorId: CFG404}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.5: the service answers 503
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.5-service-answers-503
            faults:
              - {id: down, at: service.config, status: 503}
            expect:
              - {event: library.status, with: {errorId: CFG503}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.5: the service answers 429
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.5-service-answers-429
            faults:
              - {id: throttled, at: service.config, status: 429}
            expect:
              - {event: library.status, with: {errorId: CFG429}}
              - {event: library.setRequestorComplete, with: {status: 0}}

            """),
        Entry(
            """
            # Row 1.6: the device's clock is far from the service's
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.6-clocks-apart
            clock: {device: {offset: 1h}}
            expect:
              - {event: library.status, with: {errorId: CFG100}}
              - {event: library.setRequestorComplete, with: {status: 1}}

            """),
        Entry(
            """
            # Row 1.7: no provider with single sign-on on
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.7-no-single-sign-on
            integrations:
              - {requestor: REF30, provider: alpha.example, sso: false}
              - {requestor: REF30, provider: beta.example, sso: false}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: library.status, count: 0}
              - {event: access.checked, count: 0}

            """),
        Entry(
            """
            # Row 1.8: single sign-on on, permission denied
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.8-permission-denied
            apps:
              - {id: com.example.player, access: denied}
            expect:
              - {event: library.status, with: {errorId: VSA403}}
              - {event: library.setRequestorComplete, with: {status: 1}}

            """),
        Entry(
            """
            # Row 1.8: single sign-on on, access restricted
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.8-access-restricted
            apps:
              - {id: com.example.player, access: restricted}
            expect:
              - {event: library.status, with: {errorId: VSA403}}
              - {event: library.setRequestorComplete, with: {status: 1}}

            """),
        Entry(
            """
            # Row 1.9: single sign-on on, permission not determined
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.9-permission-not-determined
            apps:
              - {id: com.example.player, access: not-determined}
            expect:
              - {event: library.status, with: {errorId: VSA404}}
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: prompt.opened, count: 0}

            """),
        Entry(
            """
            # Row 1.10: single sign-on on, the device fails
            # $ entitle setRequestor REF30
            schema: vsa-scenario/1
            name: sso-1.10-device-fails
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            faults:
              - {id: failing, at: vsa.access, error: ServiceTemporarilyUnavailable}
            expect:
              - {event: library.status, with: {errorId: APPL, level: error}}
              - {event: library.setRequestorComplete, with: {status: 1}}

            """),
        Entry(
            """
            # Row 1.11: granted, nobody signed in
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.11-nobody-signed-in
            apps:
              - {id: com.example.player, access: granted}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
    ]
}
