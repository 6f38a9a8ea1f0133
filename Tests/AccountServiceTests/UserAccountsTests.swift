import AccountCore
import DBus
import DeviceInterfaces
import Testing
import VSATesting

@testable import AccountService

@Suite("User accounts", .timeLimit(.minutes(5)))
struct UserAccountsTests {
    private static let full: Details = [
        "update-url": Variant("https://example.com/update"), "requires-system-trust": Variant(true),
        "identifier": Variant("user-1"), "account-type": Variant("paid"), "is-signed-out": Variant(false),
        "subscription-billing-cycle-end-date": Variant(1_800_000_000 as Int64), "tier-identifiers": Variant(["gold", ""]),
        "billing-identifier": Variant("bill"), "authentication-data": Variant("opaque"),
        "apple-subscription": Variant(["customer-id": Variant("c"), "product-codes": Variant(["p"])] as Details),
        "is-from-current-device": Variant(true), "device-category": Variant("other"),
    ]

    private func proxy(_ app: TestApp) -> Proxy {
        Proxy(
            app.connection, SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path,
            interface: UserAccountsInterface.name)
    }

    private func accounts(_ app: TestApp, options: UInt32 = 0) async throws -> [Details] {
        try await proxy(app).call("ListAccounts", options).decode(as: [Details].self)
    }

    /// Whether the app has the full account and no other. Dictionaries in variants keep the order in which they were sent, so the
    /// one inside is compared by itself.
    private func hasFullAccount(_ app: TestApp, options: UInt32 = 0) async throws -> Bool {
        let all = try await accounts(app, options: options)
        let key = "apple-subscription"
        guard all.count == 1, let account = all.first else { return false }
        let isSame = try account.required(key, as: Details.self) == Self.full.required(key, as: Details.self)
        return isSame && account.filter { $0.key != key } == Self.full.filter { $0.key != key }
    }

    /// What somebody else has to do until the device asks the user: grants an app its automatic sign-in.
    private func grantAutoSignIn(_ id: String, context: String, on device: TestDevice) async throws {
        _ = try await device.daemon.store.perform([
            .userAccount(.autoSignInDecided(.granted, context: context), of: ApplicationID(id))
        ])
    }

    @Test("An account comes back as it was told, also after a restart, with every property")
    func roundTrip() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            #expect(try await accounts(app).isEmpty)
            try await proxy(app).call("UpdateAccount", Self.full)
            #expect(try await hasFullAccount(app))
            #expect(try await hasFullAccount(app, options: 1))
            let again = try await device.restarted()
            #expect(try await hasFullAccount(again.app()))
            await again.daemon.stop()
        }
    }

    @Test("What is not told has Apple's default; where it comes from is not the app's to say")
    func defaults() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            try await proxy(app).call(
                "UpdateAccount", ["device-category": Variant("mobile"), "is-from-current-device": Variant(false)] as Details)
            #expect(
                try await accounts(app) == [
                    [
                        "account-type": Variant("free"), "requires-system-trust": Variant(false),
                        "is-signed-out": Variant(false), "is-from-current-device": Variant(true),
                        "device-category": Variant("other"),
                    ]
                ])
        }
    }

    @Test("An app replaces its one account; another app neither sees nor changes it")
    func perApplication() async throws {
        try await TestDevice.with { device in
            let one = try await device.app("com.example.one")
            let two = try await device.app("com.example.two")
            try await proxy(one).call("UpdateAccount", Self.full)
            try await proxy(one).call("UpdateAccount", ["identifier": Variant("user-2")] as Details)
            #expect(try await accounts(one).map { $0["identifier"] } == [Variant("user-2")])
            #expect(try await accounts(two).isEmpty)
            try await proxy(two).call("SetCurrentSubscription", Details())
            #expect(try await accounts(one).count == 1)
        }
    }

    @Test("A signed-out account is not listed")
    func signedOut() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            try await proxy(app).call("UpdateAccount", ["is-signed-out": Variant(true)] as Details)
            #expect(try await accounts(app).isEmpty)
        }
    }

    @Test(
        "What cannot be accepted is InvalidArgs and names the key; the account before stays",
        arguments: [
            ("account-type", Variant("gold")), ("account-type", Variant(1 as UInt32)), ("tier-identifiers", Variant("gold")),
            ("apple-subscription", Variant(Details())), ("identifier", Variant(String(repeating: "x", count: 65_537))),
            ("update-url", Variant("http://example.com")), ("device-category", Variant(true)),
        ])
    func invalid(key: String, value: Variant) async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            try await proxy(app).call("UpdateAccount", Self.full)
            let error = try await #require(throws: RemoteError.self) {
                try await proxy(app).call("UpdateAccount", Self.full.merging([key: value]) { $1 })
            }
            #expect(error.name == .invalidArguments)
            #expect(error.message.contains(key))
            #expect(try await hasFullAccount(app))
        }
    }

    @Test("A TV provider can be named only with access and while it is signed in; the error never tells which is missing")
    func provider() async throws {
        try await TestDevice.with { device in
            let account: Details = ["account-provider-identifier": Variant("alpha.example")]
            let app = try await device.app()
            func refusal() async throws -> RemoteError {
                try await #require(throws: RemoteError.self) { try await proxy(app).call("UpdateAccount", account) }
            }
            let nobody = try await refusal()
            #expect(nobody.shortName == "Rejected")
            try await device.control.call("SignIn", "alpha.example", "alice", Details())
            #expect(try await refusal() == nobody)
            try await device.control.call("SignIn", "delta.example", "alice", Details())
            #expect(try await refusal() == nobody)
            try await device.control.call("SetAccessStatus", "com.example.player", "granted")
            #expect(try await refusal() == nobody)
            try await device.control.call("SignIn", "alpha.example", "alice", Details())
            try await proxy(app).call("UpdateAccount", account)
            #expect(try await accounts(app)[0]["account-provider-identifier"] == Variant("alpha.example"))
        }
    }

    @Test("A subscription is kept as the account; none signs it out")
    func subscription() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            let subscription: Details = [
                "access-level": Variant("paid"), "expiration-date": Variant(5 as Int64), "tier-identifiers": Variant(["t"]),
                "billing-identifier": Variant("b"),
            ]
            try await proxy(app).call("SetCurrentSubscription", subscription)
            let account = try #require(try await accounts(app).first)
            #expect(account["account-type"] == Variant("paid"))
            #expect(account["subscription-billing-cycle-end-date"] == Variant(5 as Int64))
            #expect(account["tier-identifiers"] == Variant(["t"]))
            #expect(account["billing-identifier"] == Variant("b"))
            try await proxy(app).call("SetCurrentSubscription", Details())
            #expect(try await accounts(app).isEmpty)
        }
    }

    @Test("An unknown access level is InvalidArgs", arguments: [Variant("unknown"), Variant("gold"), nil])
    func accessLevel(level: Variant?) async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            let subscription: Details = ["access-level": level, "billing-identifier": Variant("b")].compactMapValues(\.self)
            let error = try await #require(throws: RemoteError.self) {
                try await proxy(app).call("SetCurrentSubscription", subscription)
            }
            #expect(error.name == .invalidArguments)
            #expect(error.message.hasPrefix("access-level: must be free-with-account or paid"))
        }
    }

    @Test("The token: none at first, stored with the context of a grant, there after a restart, deleted with the decision")
    func token() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            func token(_ app: TestApp) async throws -> Details {
                try await proxy(app).call("GetAutoSignInToken").decode(as: Details.self)
            }
            #expect(try await token(app) == ["authorization": Variant("not-determined")])
            try await grantAutoSignIn("com.example.player", context: "c-1", on: device)
            try await proxy(app).call("UpdateAutoSignInToken", "secret", "c-1")
            let stored: Details = ["authorization": Variant("granted"), "value": Variant("secret")]
            #expect(try await token(app) == stored)
            let again = try await device.restarted()
            let same = try await again.app()
            #expect(try await token(same) == stored)
            #expect(try await token(again.app("com.example.other")) == ["authorization": Variant("not-determined")])
            try await proxy(same).call("UpdateAutoSignInToken", "newer", "c-1")
            try await proxy(same).call("DeleteAutoSignInToken")
            #expect(try await token(same) == ["authorization": Variant("not-determined")])
            await again.daemon.stop()
        }
    }

    @Test(
        "A token without the context of the app's own grant is Rejected, a blank one InvalidArgs",
        arguments: [("secret", "wrong", "Rejected"), ("secret", "", "Rejected"), (" ", "c-1", "")])
    func tokenRefused(token: String, context: String, name: String) async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            try await grantAutoSignIn("com.example.player", context: "c-1", on: device)
            let error = try await #require(throws: RemoteError.self) {
                try await proxy(app).call("UpdateAutoSignInToken", token, context)
            }
            if name.isEmpty { #expect(error.name == .invalidArguments) } else { #expect(error.shortName == name) }
            let other = try await device.app("com.example.other")
            let foreign = try await #require(throws: RemoteError.self) {
                try await proxy(other).call("UpdateAutoSignInToken", "secret", "c-1")
            }
            #expect(foreign.shortName == "Rejected")
        }
    }

    @Test(
        "The person decides about automatic sign-in; the context of a grant stores a token",
        arguments: [("granted", "granted"), ("denied", "denied")])
    func authorization(answer: String, decision: String) async throws {
        try await TestDevice.with { device in
            let app = try await device.app(usage: "Why")
            try await device.control.call(
                "QueueAnswer", ["prompt": Variant("auto-sign-in"), "answer": Variant(answer)] as Details)
            let completed = Recorder<Details>()
            let signals = try await app.connection.signals(MatchRule(interface: RequestInterface.name, member: "Completed"))
            Task { for await signal in signals { completed.record((try? signal.decode(as: Details.self)) ?? [:]) } }
            let request = try await proxy(app).call("RequestAutoSignInAuthorization", "t1", Details()).decode(as: ObjectPath.self)
            #expect(request.string.hasSuffix("/t1"))
            let result = try await completed.next("Completed")
            #expect(result["authorization"] == Variant(decision))
            let context = try result.required("update-context", as: String.self)
            #expect(context.isEmpty == (decision != "granted"))
            let token = try await proxy(app).call("GetAutoSignInToken").decode(as: Details.self)
            #expect(token == ["authorization": Variant(decision)])
            guard decision == "granted" else { return }
            try await proxy(app).call("UpdateAutoSignInToken", "secret", context)
            let stored = try await proxy(app).call("GetAutoSignInToken").decode(as: Details.self)
            #expect(stored["value"] == Variant("secret"))
        }
    }

    @Test("Reset forgets accounts and tokens, also on the disk")
    func reset() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            try await proxy(app).call("UpdateAccount", Self.full)
            try await device.control.call("Reset", Details())
            #expect(try await accounts(app).isEmpty)
            let again = try await device.restarted()
            #expect(try await accounts(again.app()).isEmpty)
            await again.daemon.stop()
        }
    }

    @Test("The journal names the app and how it was found, and never what it told")
    func journal() async throws {
        try await TestDevice.with { device in
            let app = try await device.app()
            try await proxy(app).call("UpdateAccount", Self.full)
            let entries = try await device.control.call("ListJournal", Details()).decode(as: [Details].self)
            let entry = try #require(entries.last)
            #expect(entry["event"] == Variant("user-account.updated"))
            #expect(entry["application-id"] == Variant("com.example.player"))
            #expect(entry["identified-by"] == Variant("registered"))
            #expect(entry["details"] == Variant(["signed-out": Variant(false)] as Details))
        }
    }
}
