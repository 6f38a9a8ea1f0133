extension ScenarioPack {
    /// Table 3, getAuthentication: in the app's own dialog, on pages and second screens.
    static let providerPage: [Entry] = [
        Entry(
            #"""
            # Row 3.15: picks in the app's own dialog and logs in on the provider's page
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl login alice alice wait setAuthenticationStatus checkAuthentication getAuthorization news
            schema: vsa-scenario/1
            name: sso-3.15-login-on-page
            expect:
              - {event: library.displayProviderDialog}
              - {event: library.navigateToUrl}
              - {event: library.call.handleExternalURL}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}
              - {event: library.setToken, with: {resource: news}}

            """#),
        Entry(
            #"""
            # Row 3.16: picks in the app's own dialog on tvOS and logs in on a second screen
            # $ entitle --platform tvos setRequestor REF30 getAuthentication wait displayProviderDialog \
            #     setSelectedProvider GammaSat wait status errorId=REGCODE login alice alice wait setAuthenticationStatus 60 \
            #     checkAuthentication getAuthorization news
            schema: vsa-scenario/1
            name: sso-3.16-login-on-second-screen
            expect:
              - {event: library.status, with: {errorId: REGCODE, level: success}}
              - {event: library.navigateToUrl, count: 0}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}
              - {event: library.setToken, with: {resource: news}}

            """#),
        Entry(
            #"""
            # Row 3.16: nobody enters the code, and its time ends
            # $ (vsactl expect library.status errorId=REGCODE --within 1m && vsactl clock advance 31m) > /dev/null &
            # $ entitle --platform tvos setRequestor REF30 getAuthentication wait displayProviderDialog \
            #     setSelectedProvider GammaSat wait setAuthenticationStatus 60
            schema: vsa-scenario/1
            name: sso-3.16-code-ends
            expect:
              - {event: library.status, with: {errorId: REGCODE, level: success}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Generic Authentication Error}}

            """#),
        Entry(
            """
            # Row 3.17: gives the login up in the app's own dialog
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider null
            schema: vsa-scenario/1
            name: sso-3.17-login-given-up
            expect:
              - {event: library.displayProviderDialog}
              - {event: library.status, with: {errorId: N005}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Provider not Selected Error}}

            """),
        Entry(
            #"""
            # Row 3.17: gives the login up on tvOS while a code is shown
            # $ entitle --platform tvos setRequestor REF30 getAuthentication wait displayProviderDialog \
            #     setSelectedProvider GammaSat wait status errorId=REGCODE setSelectedProvider null
            schema: vsa-scenario/1
            name: sso-3.17-code-given-up
            expect:
              - {event: library.status, with: {errorId: REGCODE}}
              - {event: library.status, with: {errorId: N005}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Provider not Selected Error}}

            """#),
        Entry(
            #"""
            # Row 3.18: picks a temporary pass in the app's own dialog
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider TempPass \
            #     wait setAuthenticationStatus checkAuthentication
            schema: vsa-scenario/1
            name: sso-3.18-temporary-pass
            expect:
              - {event: library.displayProviderDialog}
              - {event: library.status, with: {errorId: N011}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """#),
        Entry(
            """
            # Row 3.18: the temporary pass is used up
            # $ entitle setRequestor REF30 setSelectedProvider TempPass wait setAuthenticationStatus getAuthorization news
            # $ vsactl clock advance 11m
            # $ entitle setRequestor REF30 setSelectedProvider TempPass wait setAuthenticationStatus
            schema: vsa-scenario/1
            name: sso-3.18-temporary-pass-used-up
            apps:
              - {id: com.example.player, access: granted}
            temp-pass:
              - {requestor: REF30, mvpd: TempPass, kind: basic, ttl: 10m}
            expect:
              - {event: library.status, with: {errorId: N011}, count: 1}
              - {event: library.setToken, with: {resource: news}}
              - {event: library.status, with: {errorId: N111}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Generic Authentication Error}}

            """),
        Entry(
            #"""
            # Row 3.19: the login's page is closed before anybody has logged in
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl handleExternalURL adobepass://ios.app
            schema: vsa-scenario/1
            name: sso-3.19-page-closed
            expect:
              - {event: library.navigateToUrl}
              - {event: library.status, with: {errorId: N130}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Generic Authentication Error}}

            """#),
        Entry(
            #"""
            # Row 3.23: the app has chosen a provider before getAuthentication
            # $ entitle setRequestor REF30 setSelectedProvider GammaSat getAuthentication wait navigateToUrl \
            #     login alice alice wait setAuthenticationStatus checkAuthentication getAuthorization news
            schema: vsa-scenario/1
            name: sso-3.23-provider-preset
            expect:
              - {event: library.displayProviderDialog, count: 0}
              - {event: library.navigateToUrl}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """#),
        Entry(
            #"""
            # Row 3.23: the same on tvOS
            # $ entitle --platform tvos setRequestor REF30 setSelectedProvider GammaSat getAuthentication \
            #     wait status errorId=REGCODE login alice alice wait setAuthenticationStatus 60 \
            #     checkAuthentication getAuthorization news
            schema: vsa-scenario/1
            name: sso-3.23-provider-preset-tvos
            expect:
              - {event: library.displayProviderDialog, count: 0}
              - {event: library.status, with: {errorId: REGCODE}}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """#),
        Entry(
            #"""
            # Row 3.25: getAuthentication again while the app shows its own list of providers
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog \
            #     getAuthentication wait displayProviderDialog setSelectedProvider null
            schema: vsa-scenario/1
            name: sso-3.25-list-again
            expect:
              - {event: library.displayProviderDialog, count: 2}
              - {event: library.setAuthenticationStatus, count: 1}

            """#),
        Entry(
            #"""
            # Row 3.26: the app chooses another provider while a valid Apple token is stored
            # $ entitle setRequestor REF30 setSelectedProvider GammaSat getAuthentication wait navigateToUrl \
            #     getSelectedProvider wait selectedProvider login alice alice wait setAuthenticationStatus checkAuthentication
            schema: vsa-scenario/1
            name: sso-3.26-other-provider
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.selectedProvider, with: {mvpd: GammaSat}}
              - {event: library.sendTrackingData, count: 4}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """#),
        Entry(
            #"""
            # Row 3.26: the same on tvOS
            # $ entitle --platform tvos setRequestor REF30 setSelectedProvider GammaSat getAuthentication \
            #     wait status errorId=REGCODE getSelectedProvider wait selectedProvider \
            #     login alice alice wait setAuthenticationStatus 60 checkAuthentication
            schema: vsa-scenario/1
            name: sso-3.26-other-provider-tvos
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.selectedProvider, with: {mvpd: GammaSat}}
              - {event: library.status, with: {errorId: REGCODE}}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """#),
    ]
}
