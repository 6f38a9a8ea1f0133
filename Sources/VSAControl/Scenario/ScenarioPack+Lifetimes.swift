extension ScenarioPack {
    /// The matrix of the account's and the token's time to live.
    static let lifetimes: [Entry] = [
        Entry(
            """
            # TTL: the account's and the token's are valid: the token's remaining time
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            # $ vsactl clock advance 1d
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            schema: vsa-scenario/1
            name: ttl-account-valid-token-valid
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice, expires-in: 30d}
            requestors:
              - {id: REF30, authn-ttl: 10d}
            expect:
              - {event: service.token-exchanged, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """),
        Entry(
            """
            # TTL: the account's is valid, the token's has ended: authenticated again
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            # $ vsactl clock advance 2d
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            schema: vsa-scenario/1
            name: ttl-account-valid-token-expired
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice, expires-in: 30d}
            requestors:
              - {id: REF30, authn-ttl: 1d}
            expect:
              - {event: service.token-exchanged, count: 2}
              - {event: account.expired, count: 0}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """),
        Entry(
            """
            # TTL: the account's has ended, the token's is valid: the token's remaining time
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            # $ vsactl clock advance 2d
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            schema: vsa-scenario/1
            name: ttl-account-expired-token-valid
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice, expires-in: 1d}
            requestors:
              - {id: REF30, authn-ttl: 10d}
            expect:
              - {event: account.expired, count: 1}
              - {event: service.token-exchanged, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 2}

            """),
        Entry(
            #"""
            # TTL: the account's and the token's have ended: not authenticated, and the provider's sign-in form
            # $ entitle setRequestor REF30 checkAuthentication getMetadata authn-ttl
            # $ vsactl clock advance 2d
            # $ entitle setRequestor REF30 checkAuthentication getAuthentication \
            #     wait setAuthenticationStatus status=1 checkAuthentication getMetadata authn-ttl
            schema: vsa-scenario/1
            name: ttl-account-expired-token-expired
            apps:
              - {id: com.example.player, access: granted}
            account: {provider: alpha.example, subscriber: alice, expires-in: 1d}
            requestors:
              - {id: REF30, authn-ttl: 1d}
            answers:
              - {on: sign-in, answer: alice}
            expect:
              - {event: account.expired, count: 1}
              - {event: library.status, with: {errorId: N000}, count: 1}
              - {event: prompt.opened, with: {prompt: picker}, count: 0}
              - {event: prompt.opened, with: {prompt: sign-in}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 0}, count: 1}
              - {event: library.setAuthenticationStatus, with: {status: 1}, count: 3}

            """#),
    ]
}
