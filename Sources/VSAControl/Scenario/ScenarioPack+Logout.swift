extension ScenarioPack {
    /// Table 5, logout.
    static let logout: [Entry] = [
        Entry(
            #"""
            # Row 5.1: logs out of a login on a provider's page
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl login alice alice wait setAuthenticationStatus \
            #     logout wait navigateToUrl checkAuthentication wait setAuthenticationStatus \
            #     login alice alice wait setAuthenticationStatus checkAuthentication wait setAuthenticationStatus \
            #     getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl login alice alice wait setAuthenticationStatus
            schema: vsa-scenario/1
            name: sso-5.1-logout-on-page
            expect:
              - {event: service.logout-completed}
              - {event: provider.logged-out}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}, count: 3}

            """#),
        Entry(
            #"""
            # Row 5.2: logs out with an Apple token: the account of the device stays
            # $ entitle setRequestor REF30 logout wait navigateToUrl checkAuthentication wait setAuthenticationStatus \
            #     login alice alice wait setAuthenticationStatus checkAuthentication
            schema: vsa-scenario/1
            name: sso-5.2-logout-of-apple-token
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: VSA203}, count: 1}
              - {event: account.signed-out, count: 0}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}, count: 3}

            """#),
        Entry(
            """
            # Row 5.3: logs out on tvOS, without a page
            # $ entitle --platform tvos setRequestor REF30 logout checkAuthentication
            schema: vsa-scenario/1
            name: sso-5.3-logout-tvos
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: VSA203}, count: 1}
              - {event: library.navigateToUrl, count: 0}
              - {event: service.logged-out}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}, count: 2}

            """),
        Entry(
            #"""
            # Row 5.4: logs out, and the account of the device is kept: the next setRequestor signs in again silently
            # $ entitle setRequestor REF30 logout wait navigateToUrl login alice alice wait setAuthenticationStatus \
            #     setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-5.4-signed-in-again
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: service.token-exchanged, count: 2}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 1}

            """#),
        Entry(
            """
            # Row 5.5: logs out, not authenticated
            # $ entitle setRequestor REF30 logout
            schema: vsa-scenario/1
            name: sso-5.5-not-authenticated
            apps:
              - {id: com.example.player, access: granted}
            expect:
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}, count: 1}
              - {event: library.navigateToUrl, count: 0}

            """),
        Entry(
            #"""
            # Row 5.6: logs out, abandons the page, and logs in again
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl login alice alice wait setAuthenticationStatus logout wait navigateToUrl \
            #     getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl login alice alice wait setAuthenticationStatus checkAuthentication
            schema: vsa-scenario/1
            name: sso-5.6-logout-page-abandoned
            expect:
              - {event: library.navigateToUrl, count: 3}
              - {event: library.setAuthenticationStatus, with: {status: 0}, count: 0}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 3}

            """#),
    ]
}
