extension ScenarioPack {
    /// Table 1: setRequestor.
    static let setRequestor: [Entry] = [
        Entry(
            name: "sso-1.2-no-access-token",
            source: """
                # Row 1.2: access token cannot be obtained. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.2-no-access-token
                faults:
                  - {id: no-token, at: service.token, status: 400}
                expect:
                  - {event: library.status, with: {errorId: R401}}
                  - {event: library.setRequestorComplete, with: {status: 0}}

                """),
        Entry(
            name: "sso-1.5-service-answers-503",
            source: """
                # Row 1.5: the service answers 503. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.5-service-answers-503
                faults:
                  - {id: down, at: service.config, status: 503}
                expect:
                  - {event: library.status, with: {errorId: CFG503}}
                  - {event: library.setRequestorComplete, with: {status: 0}}

                """),
        Entry(
            name: "sso-1.6-clocks-apart",
            source: """
                # Row 1.6: the device's clock is far from the service's. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.6-clocks-apart
                clock: {device: {offset: 1h}}
                expect:
                  - {event: library.status, with: {errorId: CFG100}}
                  - {event: library.setRequestorComplete, with: {status: 1}}

                """),
        Entry(
            name: "sso-1.7-no-single-sign-on",
            source: """
                # Row 1.7: no provider with single sign-on on. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.7-no-single-sign-on
                integrations:
                  - {requestor: REF30, provider: alpha.example, sso: false}
                  - {requestor: REF30, provider: beta.example, sso: false}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.status, count: 0}

                """),
        Entry(
            name: "sso-1.8-permission-denied",
            source: """
                # Row 1.8: single sign-on on, permission denied. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.8-permission-denied
                apps:
                  - {id: com.example.player, access: denied}
                expect:
                  - {event: library.status, with: {errorId: VSA403}}
                  - {event: library.setRequestorComplete, with: {status: 1}}

                """),
        Entry(
            name: "sso-1.8-access-restricted",
            source: """
                # Row 1.8: single sign-on on, access restricted. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.8-access-restricted
                apps:
                  - {id: com.example.player, access: restricted}
                expect:
                  - {event: library.status, with: {errorId: VSA403}}
                  - {event: library.setRequestorComplete, with: {status: 1}}

                """),
        Entry(
            name: "sso-1.9-permission-not-determined",
            source: """
                # Row 1.9: single sign-on on, permission not determined. With: setRequestor REF30
                schema: vsa-scenario/1
                name: sso-1.9-permission-not-determined
                apps:
                  - {id: com.example.player, access: not-determined}
                expect:
                  - {event: library.status, with: {errorId: VSA404}}
                  - {event: library.setRequestorComplete, with: {status: 1}}

                """),
        Entry(
            name: "sso-1.11-nobody-signed-in",
            source: """
                # Row 1.11: granted, nobody signed in. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.11-nobody-signed-in
                apps:
                  - {id: com.example.player, access: granted}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.status, with: {errorId: N000}}
                  - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

                """),
        Entry(
            name: "sso-1.12-signed-in-single-sign-on-off",
            source: """
                # Row 1.12: signed in at a provider with single sign-on off. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.12-signed-in-single-sign-on-off
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: delta.example, subscriber: alice}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.status, with: {errorId: N000}}
                  - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

                """),
        Entry(
            name: "sso-1.12-signed-in-not-integrated",
            source: """
                # Row 1.12: signed in at a provider that is not integrated. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.12-signed-in-not-integrated
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: epsilon.example, subscriber: alice}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.status, with: {errorId: N000}}
                  - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

                """),
        Entry(
            name: "sso-1.13-signed-in-degraded",
            source: """
                # Row 1.13: signed in, the provider is degraded. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.13-signed-in-degraded
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: alpha.example, subscriber: alice}
                integrations:
                  - {requestor: REF30, provider: alpha.example, degraded: authn-all}
                expect:
                  - {event: library.status, with: {errorId: N010}}
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.setAuthenticationStatus, with: {status: 1}}

                """),
        Entry(
            name: "sso-1.14-signed-in",
            source: """
                # Row 1.14: signed in, the service accepts the response. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.14-signed-in
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: alpha.example, subscriber: alice}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.setAuthenticationStatus, with: {status: 1}}
                  - {event: library.presentTvProviderDialog, count: 0}

                """),
        Entry(
            name: "sso-1.15-response-refused",
            source: """
                # Row 1.15: the service refuses the response. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.15-response-refused
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: alpha.example, subscriber: alice}
                faults:
                  - {id: stranger, at: vsa.saml, saml: untrusted-key}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.status, with: {errorId: N000}}
                  - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

                """),
        Entry(
            name: "sso-1.19-remembered-picker-provider",
            source: """
                # Row 1.19: the device remembers a PICKER provider. With: setRequestor REF30, checkAuthentication
                schema: vsa-scenario/1
                name: sso-1.19-remembered-picker-provider
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: beta.example, subscriber: alice}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.status, with: {errorId: N000}}
                  - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

                """),
    ]
}
