extension ScenarioPack {
    /// Table 3: getAuthentication.
    static let getAuthentication: [Entry] = [
        Entry(
            name: "sso-3.1-valid-token",
            source: """
                # Row 3.1: a valid token. With: setRequestor REF30, getAuthentication
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
            name: "sso-3.2-dialog-without-single-sign-on",
            source: """
                # Row 3.2: no provider with single sign-on on. With: setRequestor REF30, getAuthentication
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
            name: "sso-3.3-dialog-permission-denied",
            source: """
                # Row 3.3: permission denied. With: setRequestor REF30, getAuthentication
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
            name: "sso-3.4-dialog-permission-not-determined",
            source: """
                # Row 3.4: permission not determined. With: setRequestor REF30, getAuthentication
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
            name: "sso-3.6-picked-supported-provider",
            source: """
                # Row 3.6: picks a SUPPORTED provider and signs in. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.6-picked-supported-provider
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: alpha.example}
                  - {on: sign-in, answer: alice}
                expect:
                  - {event: library.setRequestorComplete, with: {status: 1}}
                  - {event: library.presentTvProviderDialog}
                  - {event: library.dismissTvProviderDialog}
                  - {event: library.setAuthenticationStatus, with: {status: 1}}

                """),
        Entry(
            name: "sso-3.7-picked-other-provider",
            source: """
                # Row 3.7: picks Other TV Provider. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.7-picked-other-provider
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: other}
                expect:
                  - {event: library.presentTvProviderDialog}
                  - {event: library.status, with: {errorId: N003}}
                  - {event: library.displayProviderDialog}

                """),
        Entry(
            name: "sso-3.8-picked-unsupported-provider",
            source: """
                # Row 3.8: picks a provider with single sign-on off. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.8-picked-unsupported-provider
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: delta.example}
                expect:
                  - {event: library.presentTvProviderDialog}
                  - {event: library.status, with: {errorId: N004}}
                  - {event: library.displayProviderDialog}

                """),
        Entry(
            name: "sso-3.8-picked-provider-not-integrated",
            source: """
                # Row 3.8: picks a provider that is not integrated. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.8-picked-provider-not-integrated
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: epsilon.example}
                expect:
                  - {event: library.presentTvProviderDialog}
                  - {event: library.status, with: {errorId: N004}}
                  - {event: library.displayProviderDialog}

                """),
        Entry(
            name: "sso-3.9-picker-cancelled",
            source: """
                # Row 3.9: cancels the picker. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.9-picker-cancelled
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: cancel}
                expect:
                  - {event: library.presentTvProviderDialog}
                  - {event: library.status, with: {errorId: N005}}
                  - {event: library.displayProviderDialog}

                """),
        Entry(
            name: "sso-3.10-picked-picker-provider",
            source: """
                # Row 3.10: picks a PICKER provider. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.10-picked-picker-provider
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: beta.example}
                expect:
                  - {event: library.presentTvProviderDialog}
                  - {event: library.dismissTvProviderDialog}
                  - {event: library.navigateToUrl}
                  - {event: library.displayProviderDialog, count: 0}

                """),
        Entry(
            name: "sso-3.14-dialog-signed-in-single-sign-on-off",
            source: """
                # Row 3.14: signed in at a provider with single sign-on off. With: setRequestor REF30, getAuthentication
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
            name: "sso-3.20-no-provider",
            source: """
                # Row 3.20: no provider at all. With: setRequestor REF30, getAuthentication
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
        Entry(
            name: "sso-3.21-remembered-provider-login",
            source: """
                # Row 3.21: the system account is a remembered PICKER provider. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.21-remembered-provider-login
                apps:
                  - {id: com.example.player, access: granted}
                account: {provider: beta.example, subscriber: alice}
                expect:
                  - {event: library.navigateToUrl}
                  - {event: library.presentTvProviderDialog, count: 0}

                """),
        Entry(
            name: "sso-3.22-picked-degraded-provider",
            source: """
                # Row 3.22: a degraded provider is picked. With: setRequestor REF30, getAuthentication
                schema: vsa-scenario/1
                name: sso-3.22-picked-degraded-provider
                apps:
                  - {id: com.example.player, access: granted}
                answers:
                  - {on: picker, answer: alpha.example}
                integrations:
                  - {requestor: REF30, provider: alpha.example, degraded: authn-all}
                expect:
                  - {event: library.presentTvProviderDialog}
                  - {event: library.status, with: {errorId: N010}}
                  - {event: library.setAuthenticationStatus, with: {status: 1}}

                """),
    ]
}
