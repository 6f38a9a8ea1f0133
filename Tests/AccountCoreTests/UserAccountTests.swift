import AccountCore
import TVWorld
import Testing

@Suite("User accounts, subscriptions, automatic sign-in tokens")
struct UserAccountTests {
    private func account(_ change: (inout UserAccount) -> Void = { _ in }) -> UserAccount {
        var account = UserAccount()
        change(&account)
        return account
    }

    @Test("update: one record per app, the newest wins; other apps see nothing")
    func update() throws {
        var state = try device()
        let first = account { $0.identifier = "one" }
        let second = account { $0.accountType = .paid }
        #expect(try DeviceReducer.reduce(&state, .userAccount(.updated(first), of: player)).count == 2)
        #expect(try DeviceReducer.reduce(&state, .userAccount(.updated(first), of: player)) == [])
        _ = try DeviceReducer.reduce(&state, .userAccount(.updated(second), of: player))
        #expect(state.userAccounts.accounts(of: player) == [second])
        #expect(state.userAccounts.accounts(of: other) == [])
        #expect(state.userAccounts.applications == [player])
    }

    @Test("userAccounts omits signed-out accounts")
    func signedOut() throws {
        var state = try device()
        _ = try DeviceReducer.reduce(&state, .userAccount(.updated(account { $0.isSignedOut = true }), of: player))
        #expect(state.userAccounts.accounts(of: player) == [])
        #expect(state.userAccounts[player]?.account?.isSignedOut == true)
    }

    @Test(
        "accountProviderIdentifier must be the signed-in provider, with access; the error does not reveal which is wrong",
        arguments: [
            (AccessStatus.granted, "alpha.example", "alpha.example", true), (.granted, "alpha.example", "delta.example", false),
            (.granted, nil, "alpha.example", false), (.denied, "alpha.example", "alpha.example", false),
            (.notDetermined, "alpha.example", "alpha.example", false),
        ] as [(AccessStatus, String?, String, Bool)])
    func provider(access: AccessStatus, signedIn: String?, named: String, isAccepted: Bool) throws {
        var state = try device(access: access, provider: signedIn)
        let account = account { $0.accountProviderIdentifier = named }
        if isAccepted {
            #expect(try !DeviceReducer.reduce(&state, .userAccount(.updated(account), of: player)).isEmpty)
        } else {
            let message = "account-provider-identifier must be the provider that is signed in, and the app needs access to it"
            #expect(throws: VSError(.rejected, message)) {
                try DeviceReducer.reduce(&state, .userAccount(.updated(account), of: player))
            }
            #expect(state.userAccounts.accounts(of: player) == [])
        }
    }

    @Test("the accounts of all apps together are limited; they can always become smaller, and removed ones leave room")
    func total() throws {
        var state = try device()
        func update(_ number: Int, to size: Int) throws {
            let large = account { account in
                account.tierIdentifiers = Array(repeating: String(repeating: "x", count: size / 256), count: 256)
            }
            let app = try ApplicationID("com.example.app\(number)")
            _ = try DeviceReducer.reduce(&state, .userAccount(.updated(large), of: app))
        }
        for number in 1...16 { try update(number, to: 1 << 20) }
        let full = state
        #expect(throws: Refusal(.limitReached, "the accounts of all apps together may have 16 MiB")) { try update(17, to: 256) }
        #expect(state == full)
        try update(1, to: 1 << 19)
        try update(17, to: 1 << 19)
        #expect(throws: Refusal.self) { try update(1, to: 1 << 20) }
        state.userAccounts[try ApplicationID("com.example.app2")] = nil
        try update(1, to: 1 << 20)
    }

    @Test("Sizes and system trust are checked")
    func limits() throws {
        var state = try device()
        let accounts: [(UserAccount, String)] = [
            (account { $0.identifier = String(repeating: "x", count: UserAccount.maximumLength + 1) }, "identifier"),
            (account { $0.tierIdentifiers = Array(repeating: "x", count: 257) }, "tier-identifiers"),
            (
                account {
                    $0.updateURL = "http://x"
                    $0.requiresSystemTrust = true
                }, "update-url"
            ),
        ]
        for (account, field) in accounts {
            let error = #expect(throws: InvalidInput.self) {
                try DeviceReducer.reduce(&state, .userAccount(.updated(account), of: player))
            }
            #expect(error?.field == field)
        }
    }

    @Test("The end of a subscription signs the account out, and keeps the rest of it; without an account, nothing happens")
    func subscriptionEnd() throws {
        var state = try device()
        var paid = account { $0.accountType = .paid }
        _ = try DeviceReducer.reduce(&state, .userAccount(.updated(paid), of: player))
        _ = try DeviceReducer.reduce(&state, .userAccount(.subscriptionEnded, of: player))
        #expect(state.userAccounts.accounts(of: player) == [])
        paid.isSignedOut = true
        #expect(state.userAccounts[player]?.account == paid)
        #expect(try DeviceReducer.reduce(&state, .userAccount(.subscriptionEnded, of: other)) == [])
    }

    @Test("The token needs the context of a granted request; blank is rejected; deleting removes the decision")
    func token() throws {
        var state = try device()
        func update(_ token: String, _ context: String) throws {
            _ = try DeviceReducer.reduce(&state, .userAccount(.autoSignInTokenUpdated(token, context: context), of: player))
        }
        #expect(throws: VSError.self) { try update("t", "") }
        _ = try DeviceReducer.reduce(&state, .userAccount(.autoSignInDecided(.granted, context: "c1"), of: player))
        #expect(throws: VSError.self) { try update("t", "other") }
        #expect(throws: InvalidInput.self) { try update(" \n", "c1") }
        try update("t", "c1")
        #expect(state.userAccounts[player]?.token == "t")
        #expect(state.userAccounts[other] == nil)
        _ = try DeviceReducer.reduce(&state, .userAccount(.autoSignInTokenDeleted, of: player))
        #expect(state.userAccounts[player] == nil)
        #expect(state.userAccounts.authorization(of: player) == .notDetermined)
    }

    @Test("The TV provider account and the user accounts are independent")
    func independence() throws {
        var state = try device()
        _ = try DeviceReducer.reduce(&state, .userAccount(.updated(account { $0.identifier = "x" }), of: player))
        let before = state.userAccounts
        _ = try DeviceReducer(baseline: .builtIn).reduce(&state, .signedOut(keepsAccess: false))
        #expect(state.userAccounts == before)
    }

    @Test("A remembered provider is not an account: signing in replaces it, signing out removes it")
    func remembered() throws {
        var state = try device(provider: nil)
        let reducer = DeviceReducer(baseline: .builtIn)
        let effects = try reducer.reduce(&state, .providerRemembered("beta.example", now: now))
        #expect(effects.contains(.announce(.accountChanged)))
        #expect(try reducer.reduce(&state, .providerRemembered("beta.example", now: now + 5)) == [])
        #expect(throws: Refusal.self) { try reducer.reduce(&state, .providerRemembered("x", now: now)) }
        #expect(throws: Refusal.self) {
            try reducer.reduce(&state, .signedIn(provider: "beta.example", subscriber: "", now: now, seed: []))
        }
        #expect(throws: Refusal(.notFound, "no user is signed in")) { try reducer.reduce(&state, .accountExpired(now: now)) }
        #expect(state.storedAccount?.isRemembered == true)
        _ = try reducer.reduce(&state, .signedOut(keepsAccess: true))
        #expect(state.storedAccount == nil)
    }
}
