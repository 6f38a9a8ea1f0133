extension ScenarioPack {
    /// Table 4, authorization.
    static let authorization: [Entry] = [
        Entry(
            """
            # Row 4.1: checkAuthorization, not authenticated
            # $ entitle setRequestor REF30 checkAuthorization news
            schema: vsa-scenario/1
            name: sso-4.1-check-not-authenticated
            apps:
              - {id: com.example.player, access: granted}
            expect:
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}
              - {event: library.tokenRequestFailed, with: {resource: news, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 4.2: getAuthorization, not authenticated: the login comes first
            # $ entitle setRequestor REF30 getAuthorization news
            schema: vsa-scenario/1
            name: sso-4.2-login-first
            apps:
              - {id: com.example.player, access: granted}
            answers:
              - {on: picker, answer: alpha.example}
              - {on: sign-in, answer: alice}
            expect:
              - {event: library.presentTvProviderDialog}
              - {event: library.setAuthenticationStatus, with: {status: 1}}
              - {event: library.setToken, with: {resource: news}}

            """),
        Entry(
            """
            # Row 4.2: getAuthorization, not authenticated, and the login is given up
            # $ entitle setRequestor REF30 getAuthorization news wait displayProviderDialog setSelectedProvider null
            schema: vsa-scenario/1
            name: sso-4.2-login-given-up
            expect:
              - {event: library.setAuthenticationStatus, with: {status: 0, code: Provider not Selected Error}}
              - {event: library.tokenRequestFailed, with: {resource: news, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 4.3: authorized; the second time by the stored authorization, with a new media token
            # $ entitle setRequestor REF30 getAuthorization news wait setToken checkAuthorization news
            schema: vsa-scenario/1
            name: sso-4.3-authorized
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.setToken, with: {resource: news}, count: 2}
              - {event: service.authorized, count: 1}
              - {event: service.media-token-issued, count: 2}

            """),
        Entry(
            """
            # Row 4.4: the provider says no
            # $ entitle setRequestor REF30 getAuthorization sports
            schema: vsa-scenario/1
            name: sso-4.4-denied
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: bob}
            expect:
              - {event: library.status, with: {errorId: Z100, resource: sports}}
              - {event: library.tokenRequestFailed, with: {resource: sports, code: User not Authorized Error}}

            """),
        Entry(
            #"""
            # Row 4.5: the provider says no again and again
            # $ entitle setRequestor REF30 getAuthorization sports getAuthorization sports getAuthorization sports \
            #     getAuthorization sports
            schema: vsa-scenario/1
            name: sso-4.5-denied-repeatedly
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: bob}
            expect:
              - {event: library.status, with: {errorId: Z100}, count: 3}
              - {event: library.status, with: {errorId: Z110}, count: 1}
              - {event: library.tokenRequestFailed, with: {code: User not Authorized Error}, count: 4}

            """#),
        Entry(
            """
            # Row 4.6: the provider cannot be reached
            # $ entitle setRequestor REF30 getAuthorization news
            schema: vsa-scenario/1
            name: sso-4.6-provider-unreachable
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            faults:
              - {id: unreachable, at: service.authorize, error: network_connection_timeout}
            expect:
              - {event: library.status, with: {errorId: Z120, resource: news}}
              - {event: library.tokenRequestFailed, with: {resource: news, code: User not Authorized Error}}

            """),
        Entry(
            """
            # Row 4.7: a malformed resource
            # $ entitle 'setRequestor REF30' 'getAuthorization <rss><channel><title>news'
            schema: vsa-scenario/1
            name: sso-4.7-malformed-resource
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: Z130}}
              - {event: library.tokenRequestFailed, with: {code: User not Authorized Error}}

            """),
        Entry(
            """
            # Row 4.8: a degradation rule authorizes nobody
            # $ entitle setRequestor REF30 getAuthorization news
            schema: vsa-scenario/1
            name: sso-4.8-nobody-authorized
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            integrations:
              - {requestor: REF30, provider: alpha.example, degraded: authz-none}
            expect:
              - {event: library.status, with: {errorId: Z169}}
              - {event: library.tokenRequestFailed, with: {resource: news, code: User not Authorized Error}}

            """),
        Entry(
            """
            # Row 4.9: a degradation rule authorizes everybody
            # $ entitle setRequestor REF30 getAuthorization sports
            schema: vsa-scenario/1
            name: sso-4.9-everybody-authorized
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: bob}
            integrations:
              - {requestor: REF30, provider: alpha.example, degraded: authz-all}
            expect:
              - {event: library.status, with: {errorId: Z010}}
              - {event: library.setToken, with: {resource: sports}}

            """),
        Entry(
            """
            # Row 4.9: a degradation rule authenticates everybody
            # $ entitle setRequestor REF30 getAuthorization sports
            schema: vsa-scenario/1
            name: sso-4.9-everybody-authenticated
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: bob}
            integrations:
              - {requestor: REF30, provider: alpha.example, degraded: authn-all}
            expect:
              - {event: library.status, with: {errorId: N010}}
              - {event: library.status, with: {errorId: Z010}}
              - {event: library.setToken, with: {resource: sports}}

            """),
        Entry(
            #"""
            # Row 4.10: a temporary pass
            # $ entitle setRequestor REF30 setSelectedProvider TempPass wait setAuthenticationStatus getAuthorization news \
            #     wait setToken checkAuthorization news
            schema: vsa-scenario/1
            name: sso-4.10-temporary-pass
            apps:
              - {id: com.example.player, access: granted}
            expect:
              - {event: library.status, with: {errorId: N011}, count: 1}
              - {event: library.status, with: {errorId: Z011, resource: news}, count: 2}
              - {event: library.setToken, with: {resource: news}, count: 2}

            """#),
        Entry(
            """
            # Row 4.11: which of several resources are allowed
            # $ entitle setRequestor REF30 checkPreauthorizedResources sports nothing news
            schema: vsa-scenario/1
            name: sso-4.11-preauthorized
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.preauthorizedResources}
              - {event: library.status, count: 0}

            """),
        Entry(
            """
            # Row 4.11: too many resources at once
            # $ entitle setRequestor REF30 checkPreauthorizedResources a b c d e f
            schema: vsa-scenario/1
            name: sso-4.11-too-many-resources
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: P100}}
              - {event: library.preauthorizedResources}

            """),
        Entry(
            """
            # Row 4.12: preauthorize brings a decision for each resource
            # $ entitle setRequestor REF30 wait setRequestorComplete preauthorize sports nothing news
            schema: vsa-scenario/1
            name: sso-4.12-decisions
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.onResponse}
              - {event: library.onFailure, count: 0}

            """),
        Entry(
            """
            # Row 4.12: preauthorize, not authenticated
            # $ entitle setRequestor REF30 wait setRequestorComplete preauthorize news
            schema: vsa-scenario/1
            name: sso-4.12-not-authenticated
            apps:
              - {id: com.example.player, access: granted}
            expect:
              - {event: library.onFailure, with: {code: authentication_session_missing}}

            """),
    ]
}
