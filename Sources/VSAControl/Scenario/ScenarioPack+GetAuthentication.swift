extension ScenarioPack {
    /// Table 3, getAuthentication: without the system's picker.
    static let getAuthentication: [Entry] = [
        Entry(
            """
            # Row 3.1: a valid token
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.1-valid-token
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: library.setAuthenticationStatus, with: {status: 1}}
              - {event: library.presentTvProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 3.2: no provider with single sign-on on
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.2-dialog-without-single-sign-on
            integrations:
              - {requestor: REF30, provider: alpha.example, sso: false}
              - {requestor: REF30, provider: beta.example, sso: false}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: library.displayProviderDialog}
              - {event: library.status, count: 0}

            """),
        Entry(
            """
            # Row 3.3: permission denied
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.3-dialog-permission-denied
            apps:
              - {id: com.example.player, access: denied}
            expect:
              - {event: library.status, with: {errorId: VSA403}}
              - {event: library.displayProviderDialog}
              - {event: library.presentTvProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 3.4: permission not determined
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.4-dialog-permission-not-determined
            apps:
              - {id: com.example.player, access: not-determined}
            expect:
              - {event: library.status, with: {errorId: VSA404}}
              - {event: library.displayProviderDialog}
              - {event: library.presentTvProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 3.5: the device fails
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.5-device-fails
            apps:
              - {id: com.example.player, access: granted}
            faults:
              - {id: failing, at: vsa.access, error: ServiceTemporarilyUnavailable}
            expect:
              - {event: library.status, with: {errorId: APPL}}
              - {event: library.status, with: {errorId: VSA503}}
              - {event: library.displayProviderDialog}
              - {event: library.presentTvProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 3.5: the device is silent, and the library gives up after its time
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.5-device-silent
            apps:
              - {id: com.example.player, access: granted}
            faults:
              - {id: silent, at: vsa.access, hang: true}
            expect:
              - {event: library.status, with: {errorId: APPL}}
              - {event: library.status, with: {errorId: VSA503}}
              - {event: library.displayProviderDialog}

            """),
        Entry(
            """
            # Row 3.11: signed in already; at the start of the app the service was busy
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.11-signed-in-already
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            faults:
              - {id: busy, at: service.exchange, status: 503, times: 1}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 1}
              - {event: library.presentTvProviderDialog, count: 0}
              - {event: library.displayProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 3.12: signed in already, and the provider is degraded; at the start of the app the device did not say so
            # $ entitle setRequestor REF30 getAuthentication wait setAuthenticationStatus checkAuthentication
            schema: vsa-scenario/1
            name: sso-3.12-signed-in-degraded
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            integrations:
              - {requestor: REF30, provider: alpha.example, degraded: authn-all}
            faults:
              - {id: ignorant, at: vsa.metadata, error: UnsupportedProvider, times: 1}
            expect:
              - {event: library.status, with: {errorId: N010}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}
              - {event: service.profile-requested, count: 0}

            """),
        Entry(
            """
            # Row 3.13: signed in already, and the service refuses the response
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.13-signed-in-response-refused
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            faults:
              - {id: stranger, at: vsa.saml, saml: untrusted-key}
            expect:
              - {event: library.status, with: {errorId: VSA503}, count: 1}
              - {event: library.displayProviderDialog}
              - {event: library.setAuthenticationStatus, count: 0}

            """),
        Entry(
            """
            # Row 3.14: signed in at a provider with single sign-on off
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.14-dialog-signed-in-single-sign-on-off
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: delta.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: N004}}
              - {event: library.displayProviderDialog}

            """),
        Entry(
            """
            # Row 3.14: signed in at a provider that is not integrated
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.14-dialog-signed-in-not-integrated
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: epsilon.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: N004}}
              - {event: library.displayProviderDialog}

            """),
        Entry(
            """
            # Row 3.20: no provider at all
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.20-no-provider
            integrations:
              - {requestor: REF30, provider: alpha.example, enabled: false}
              - {requestor: REF30, provider: beta.example, enabled: false}
              - {requestor: REF30, provider: gamma.example, enabled: false}
              - {requestor: REF30, provider: delta.example, enabled: false}
              - {requestor: REF30, provider: temp-pass, enabled: false}
            expect:
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Provider not Available Error}}

            """),
    ]
}
