extension ScenarioPack {
    /// Table 1, setRequestor: somebody is signed in, or was.
    static let silentSignOn: [Entry] = [
        Entry(
            """
            # Row 1.12: signed in at a provider with single sign-on off
            # $ entitle setRequestor REF30 checkAuthentication
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
            """
            # Row 1.12: signed in at a provider that is not integrated
            # $ entitle setRequestor REF30 checkAuthentication
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
            """
            # Row 1.13: signed in, the provider is degraded
            # $ entitle setRequestor REF30 checkAuthentication
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
              - {event: service.profile-requested, count: 0}

            """),
        Entry(
            """
            # Row 1.14: signed in, the service accepts the response
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.14-signed-in
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}}
              - {event: service.token-exchanged, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}}
              - {event: library.presentTvProviderDialog, count: 0}

            """),
        Entry(
            """
            # Row 1.14: the same on tvOS
            # $ entitle --platform tvos setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.14-signed-in-tvos
            extends: sso-1.14-signed-in

            """),
        Entry(
            """
            # Row 1.15: the service refuses the response
            # $ entitle setRequestor REF30 checkAuthentication
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
            """
            # Row 1.16: an Apple token is stored, and the account is signed out
            # $ entitle setRequestor REF30
            # $ vsactl account sign-out --keep-access
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.16-signed-out
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: service.token-exchanged, count: 1}
              - {event: library.setRequestorComplete, with: {status: 1}, count: 2}
              - {event: library.status, with: {errorId: N000}}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            """
            # Row 1.16: an Apple token is stored, and the permission is withdrawn, by which the token is lost
            # $ (echo setRequestor REF30
            #    vsactl expect library.setRequestorComplete --within 1m >&2
            #    vsactl access set com.example.player denied >&2
            #    echo setRequestor REF30
            #    vsactl expect library.status errorId=VSA403 --within 1m >&2
            #    vsactl access set com.example.player granted >&2
            #    echo checkAuthentication) | entitle
            schema: vsa-scenario/1
            name: sso-1.16-permission-withdrawn
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            expect:
              - {event: library.status, with: {errorId: VSA403}, count: 1}
              - {event: library.setRequestorComplete, with: {status: 1}, count: 2}
              - {event: library.setAuthenticationStatus, with: {status: 0, code: User Not Authenticated Error}}

            """),
        Entry(
            #"""
            # Row 1.17: a valid regular token; the device is not asked
            # $ entitle setRequestor REF30 getAuthentication wait displayProviderDialog setSelectedProvider GammaSat \
            #     wait navigateToUrl login alice alice wait setAuthenticationStatus status=1
            # $ vsactl access set com.example.player denied
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.17-regular-token
            expect:
              - {event: service.login-completed, count: 1}
              - {event: library.status, with: {errorId: VSA403}, count: 0}
              - {event: library.setRequestorComplete, with: {status: 1}, count: 2}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """#),
        Entry(
            """
            # Row 1.17: a valid token from a degradation rule; the device is not asked
            # $ entitle setRequestor REF30
            # $ vsactl access set com.example.player denied
            # $ entitle setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.17-token-of-degradation
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            integrations:
              - {requestor: REF30, provider: alpha.example, degraded: authn-all}
            expect:
              - {event: library.status, with: {errorId: N010}, count: 1}
              - {event: library.status, with: {errorId: VSA403}, count: 0}
              - {event: library.setAuthenticationStatus, with: {status: 1}}

            """),
        Entry(
            """
            # Row 1.18: an Apple token of one provider, and the account is at another one now
            # $ entitle setRequestor REF30
            # $ vsactl account sign-out --keep-access
            # $ vsactl account sign-in delta.example --subscriber alice
            # $ entitle setRequestor REF30 checkAuthentication getSelectedProvider
            schema: vsa-scenario/1
            name: sso-1.18-account-at-another-provider
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            integrations:
              - {requestor: REF30, provider: delta.example, sso: true}
            expect:
              - {event: service.token-exchanged, with: {mvpd: AlphaCable}, count: 1}
              - {event: service.token-exchanged, with: {mvpd: DeltaCoop}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}}
              - {event: library.selectedProvider}

            """),
        Entry(
            """
            # Row 1.19: the device remembers a PICKER provider
            # $ entitle setRequestor REF30 checkAuthentication
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
        Entry(
            """
            # Row 1.20: a valid Apple token, and the account is still the same; a second response would be refused
            # $ entitle setRequestor REF30 setRequestor REF30 checkAuthentication
            schema: vsa-scenario/1
            name: sso-1.20-valid-apple-token
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice}
            faults:
              - {id: stranger, at: vsa.saml, saml: untrusted-key, after: 1}
            expect:
              - {event: library.setRequestorComplete, with: {status: 1}, count: 2}
              - {event: service.token-exchanged, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}}

            """),
        Entry(
            """
            # Row 1.21: an Apple token, and another subscriber is signed in at the same provider now
            # $ entitle setRequestor REF30 getAuthorization news
            # $ vsactl account sign-out --keep-access
            # $ vsactl account sign-in alpha.example --subscriber alice
            # $ entitle setRequestor REF30 getAuthorization news wait setToken getAuthorization sports
            schema: vsa-scenario/1
            name: sso-1.21-another-subscriber
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: bob}
            expect:
              - {event: service.token-exchanged, with: {mvpd: AlphaCable}, count: 2}
              - {event: library.setToken, with: {resource: news}, count: 2}
              - {event: library.setToken, with: {resource: sports}, count: 1}

            """),
    ]
}
