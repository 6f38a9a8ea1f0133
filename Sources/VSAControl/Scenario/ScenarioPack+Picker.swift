extension ScenarioPack {
    /// Table 3, getAuthentication: in the system's picker.
    static let picker: [Entry] = [
        Entry(
            """
            # Row 3.6: picks a SUPPORTED provider and signs in
            # $ entitle setRequestor REF30 getAuthentication wait setAuthenticationStatus checkAuthentication
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
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """),
        Entry(
            """
            # Row 3.6: a wrong password, second thoughts, and then another subscriber
            # $ entitle setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.6-picked-at-second-attempt
            apps:
              - {id: com.example.player, access: granted}
            answers:
              - {on: picker, answer: alpha.example}
              - {on: sign-in, answer: wrong-password}
              - {on: sign-in, answer: cancel}
              - {on: picker, answer: alpha.example}
              - {on: sign-in, answer: bob}
            expect:
              - {event: prompt.answered, count: 5}
              - {event: library.presentTvProviderDialog, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}}

            """),
        Entry(
            """
            # Row 3.7: picks Other TV Provider
            # $ entitle setRequestor REF30 getAuthentication
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
            """
            # Row 3.8: picks a provider with single sign-on off
            # $ entitle setRequestor REF30 getAuthentication
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
              - {event: prompt.opened, with: {prompt: sign-in}, count: 0}

            """),
        Entry(
            """
            # Row 3.8: picks a provider that is not integrated
            # $ entitle setRequestor REF30 getAuthentication
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
              - {event: prompt.opened, with: {prompt: sign-in}, count: 0}

            """),
        Entry(
            """
            # Row 3.9: cancels the picker
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider null
            schema: vsa-scenario/1
            name: sso-3.9-picker-cancelled
            apps:
              - {id: com.example.player, access: granted}
            answers:
              - {on: picker, answer: cancel}
            expect:
              - {event: library.presentTvProviderDialog}
              - {event: library.status, with: {errorId: N005}, count: 2}
              - {event: library.displayProviderDialog}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Provider not Selected Error}}

            """),
        Entry(
            """
            # Row 3.10: picks a PICKER provider, whose page needs the system's browser, which the app opens by itself
            # $ entitle setOptions handleSVC=true setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.10-picked-picker-provider
            apps:
              - {id: com.example.player, access: granted}
            answers:
              - {on: picker, answer: beta.example}
            expect:
              - {event: library.presentTvProviderDialog}
              - {event: library.dismissTvProviderDialog}
              - {event: library.navigateToUrl, with: {useSVC: true}}
              - {event: library.displayProviderDialog, count: 0}

            """),
        Entry(
            #"""
            # Row 3.10: picks a PICKER provider on tvOS, and logs in on a second screen
            # $ entitle --platform tvos setRequestor REF30 getAuthentication wait status errorId=REGCODE login alice alice \
            #     wait setAuthenticationStatus 60 checkAuthentication getAuthorization news
            schema: vsa-scenario/1
            name: sso-3.10-picked-picker-provider-tvos
            apps:
              - {id: com.example.player, access: granted}
            answers:
              - {on: picker, answer: beta.example}
            expect:
              - {event: library.status, with: {errorId: REGCODE, level: success}}
              - {event: library.navigateToUrl, count: 0}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}
              - {event: library.setToken, with: {resource: news}}

            """#),
        Entry(
            """
            # Row 3.21: the system account is a remembered PICKER provider
            # $ entitle setOptions handleSVC=true setRequestor REF30 getAuthentication
            schema: vsa-scenario/1
            name: sso-3.21-remembered-provider-login
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: beta.example, subscriber: alice}
            expect:
              - {event: library.navigateToUrl, with: {useSVC: true}}
              - {event: library.presentTvProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 3.22: a degraded provider is picked in the system's picker
            # $ entitle setRequestor REF30 getAuthentication wait setAuthenticationStatus checkAuthentication
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
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}
              - {event: prompt.opened, with: {prompt: sign-in}, count: 0}

            """),
        Entry(
            """
            # Row 3.22: a degraded provider is picked in the app's own dialog
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider GammaSat
            schema: vsa-scenario/1
            name: sso-3.22-selected-degraded-provider
            integrations:
              - {requestor: REF30, provider: gamma.example, degraded: authn-all}
            expect:
              - {event: library.displayProviderDialog}
              - {event: library.status, with: {errorId: N010}}
              - {event: library.setAuthenticationStatus, with: {status: 1}}
              - {event: library.navigateToUrl, count: 0}

            """),
        Entry(
            """
            # Row 3.24: logs in again while signed in, and signs in as somebody else
            # $ entitle setRequestor REF30 getAuthentication force wait setAuthenticationStatus checkAuthentication
            schema: vsa-scenario/1
            name: sso-3.24-forced
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            answers:
              - {on: sign-in, answer: bob}
            expect:
              - {event: library.presentTvProviderDialog}
              - {event: service.token-exchanged, count: 2}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """),
        Entry(
            """
            # Row 3.24: logs in again while signed in, and cancels: the old token stays
            # $ entitle setRequestor REF30 getAuthentication force wait displayProviderDialog checkAuthentication
            schema: vsa-scenario/1
            name: sso-3.24-forced-and-cancelled
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            answers:
              - {on: sign-in, answer: cancel}
            expect:
              - {event: library.status, with: {errorId: N005}}
              - {event: library.displayProviderDialog}
              - {event: service.token-exchanged, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 1}

            """),
    ]
}
