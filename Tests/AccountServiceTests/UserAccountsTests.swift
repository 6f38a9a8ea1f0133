import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

@Suite("User accounts", .device, .timeLimit(.minutes(5)))
struct UserAccountsTests {
    private static let full: VariantDictionary = [
        "update-url": BusVariant("https://example.com/update"), "requires-system-trust": BusVariant(true),
        "identifier": BusVariant("user-1"), "account-type": BusVariant("paid"), "is-signed-out": BusVariant(false),
        "subscription-billing-cycle-end-date": BusVariant(1_800_000_000 as Int64), "tier-identifiers": BusVariant(["gold", ""]),
        "billing-identifier": BusVariant("bill"), "authentication-data": BusVariant("opaque"),
        "apple-subscription": BusVariant(
            ["customer-id": BusVariant("c"), "product-codes": BusVariant(["p"])] as VariantDictionary),
        "is-from-current-device": BusVariant(true), "device-category": BusVariant("other"),
    ]

    private func proxy(_ app: TestApp) -> InterfaceProxy {
        InterfaceProxy.device(app.connection, UserAccountsInterface.name)
    }

    private func accounts(_ app: TestApp, options: UInt32 = 0) async throws -> [VariantDictionary] {
        try await proxy(app).call("ListAccounts", options).decode(as: [VariantDictionary].self)
    }

    /// Whether the app has the full account and no other. Dictionaries in variants keep the order in which they were sent, so the
    /// one inside is compared by itself.
    private func hasFullAccount(_ app: TestApp, options: UInt32 = 0) async throws -> Bool {
        let all = try await accounts(app, options: options)
        let key = "apple-subscription"
        guard all.count == 1, let account = all.first else { return false }
        let isSame = try account.required(key, as: VariantDictionary.self) == Self.full.required(key, as: VariantDictionary.self)
        return isSame && account.filter { $0.key != key } == Self.full.filter { $0.key != key }
    }

    /// Grants an app its automatic sign-in on behalf of the user, whom the device does not prompt yet.
    private func grantAutoSignIn(_ id: String, context: String, on device: TestDevice) async throws {
        _ = try await device.daemon.store.perform([
            .userAccount(.autoSignInDecided(.granted, context: context), of: ApplicationID(id))
        ])
    }

    @Test("An account is returned as it was set, also after a restart, with every property")
    func roundTrip() async throws {
        let app = try await device.app()
        #expect(try await accounts(app).isEmpty)
        try await proxy(app).call("UpdateAccount", Self.full)
        #expect(try await hasFullAccount(app))
        #expect(try await hasFullAccount(app, options: 1))
        let again = try await device.restarted()
        #expect(try await hasFullAccount(again.app()))
    }

    @Test("The calls of an app are processed in their order, also if there is a fault that does not affect them")
    func order() async throws {
        try await device.addFault("vsa.picker", ["hang": BusVariant(true)])
        let app = try await device.app()
        let target = proxy(app)
        for round in 0..<20 {
            for number in 0..<6 {
                let account: VariantDictionary = ["identifier": BusVariant("user-\(round)-\(number)")]
                try await app.connection.send(
                    target.destination, path: target.path, interface: target.interface, member: "UpdateAccount",
                    arguments: [account])
            }
            #expect(try await accounts(app).first?["identifier"] == BusVariant("user-\(round)-5"))
        }
    }

    @Test("Omitted properties have Apple's default; the source cannot be set by the app")
    func defaults() async throws {
        let app = try await device.app()
        try await proxy(app).call(
            "UpdateAccount",
            ["device-category": BusVariant("mobile"), "is-from-current-device": BusVariant(false)] as VariantDictionary)
        #expect(
            try await accounts(app) == [
                [
                    "account-type": BusVariant("free"), "requires-system-trust": BusVariant(false),
                    "is-signed-out": BusVariant(false), "is-from-current-device": BusVariant(true),
                    "device-category": BusVariant("other"),
                ]
            ])
    }

    @Test("An app replaces its one account; another app neither sees nor changes it")
    func perApplication() async throws {
        let one = try await device.app("com.example.one")
        let two = try await device.app("com.example.two")
        try await proxy(one).call("UpdateAccount", Self.full)
        try await proxy(one).call("UpdateAccount", ["identifier": BusVariant("user-2")] as VariantDictionary)
        #expect(try await accounts(one).map { $0["identifier"] } == [BusVariant("user-2")])
        #expect(try await accounts(two).isEmpty)
        try await proxy(two).call("SetCurrentSubscription", VariantDictionary())
        #expect(try await accounts(one).count == 1)
    }

    @Test("A signed-out account is not listed")
    func signedOut() async throws {
        let app = try await device.app()
        try await proxy(app).call("UpdateAccount", ["identifier": BusVariant("user-2")] as VariantDictionary)
        #expect(try await accounts(app).count == 1)
        try await proxy(app).call("UpdateAccount", ["is-signed-out": BusVariant(true)] as VariantDictionary)
        #expect(try await accounts(app).isEmpty)
    }

    @Test(
        "Invalid values are InvalidArgs and name the key; the previous account is kept",
        arguments: [
            ("account-type", BusVariant("gold")), ("account-type", BusVariant(1 as UInt32)),
            ("tier-identifiers", BusVariant("gold")),
            ("apple-subscription", BusVariant(VariantDictionary())),
            ("identifier", BusVariant(String(repeating: "x", count: 65_537))),
            ("update-url", BusVariant("http://example.com")), ("device-category", BusVariant(true)),
        ])
    func invalid(key: String, value: BusVariant) async throws {
        let app = try await device.app()
        try await proxy(app).call("UpdateAccount", Self.full)
        try await expectInvalid(key) { try await proxy(app).call("UpdateAccount", Self.full.merging([key: value]) { $1 }) }
        #expect(try await hasFullAccount(app))
    }

    @Test("A TV provider can be named only with access and while it is signed in; the error never reveals which is missing")
    func provider() async throws {
        let account: VariantDictionary = ["account-provider-identifier": BusVariant("alpha.example")]
        let app = try await device.app()
        func refusal() async throws -> RemoteError {
            try await #require(throws: RemoteError.self) { try await proxy(app).call("UpdateAccount", account) }
        }
        let nobody = try await refusal()
        #expect(nobody.shortName == "Rejected")
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        #expect(try await refusal() == nobody)
        try await device.control.call("SignIn", "delta.example", "alice", VariantDictionary())
        #expect(try await refusal() == nobody)
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        #expect(try await refusal() == nobody)
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        try await proxy(app).call("UpdateAccount", account)
        #expect(try await accounts(app)[0]["account-provider-identifier"] == BusVariant("alpha.example"))
    }

    @Test(
        "A subscription is kept as the account; without one, the account is signed out",
        arguments: zip(UserAccountsInterface.AccessLevel.allCases.dropFirst(), UserAccountType.allCases))
    func subscription(level: UserAccountsInterface.AccessLevel, type: UserAccountType) async throws {
        let app = try await device.app()
        let subscription: VariantDictionary = [
            "access-level": BusVariant(level.rawValue), "expiration-date": BusVariant(5 as Int64),
            "tier-identifiers": BusVariant(["t"]),
            "billing-identifier": BusVariant("b"),
        ]
        try await proxy(app).call("SetCurrentSubscription", subscription)
        let account = try #require(try await accounts(app).first)
        #expect(account["account-type"] == BusVariant(type.rawValue))
        #expect(account["subscription-billing-cycle-end-date"] == BusVariant(5 as Int64))
        #expect(account["tier-identifiers"] == BusVariant(["t"]))
        #expect(account["billing-identifier"] == BusVariant("b"))
        try await proxy(app).call("SetCurrentSubscription", VariantDictionary())
        #expect(try await accounts(app).isEmpty)
    }

    @Test("An unknown access level is InvalidArgs", arguments: [BusVariant("unknown"), BusVariant("gold"), nil])
    func accessLevel(level: BusVariant?) async throws {
        let app = try await device.app()
        let subscription: VariantDictionary = ["access-level": level, "billing-identifier": BusVariant("b")].compactMapValues(
            \.self)
        let error = try await expectInvalid { try await proxy(app).call("SetCurrentSubscription", subscription) }
        #expect(error.message.hasPrefix("access-level: must be free-with-account or paid"))
    }

    private func token(_ app: TestApp) async throws -> VariantDictionary {
        try await proxy(app).call("GetAutoSignInToken").decode(as: VariantDictionary.self)
    }

    @Test("The token: none at first, stored with the context of a grant, kept after a restart, deleted with the decision")
    func token() async throws {
        let app = try await device.app()
        #expect(try await token(app) == ["authorization": BusVariant("not-determined")])
        try await grantAutoSignIn("com.example.player", context: "c-1", on: device)
        try await proxy(app).call("UpdateAutoSignInToken", "secret", "c-1")
        let stored: VariantDictionary = ["authorization": BusVariant("granted"), "value": BusVariant("secret")]
        #expect(try await token(app) == stored)
        let again = try await device.restarted()
        let same = try await again.app()
        #expect(try await token(same) == stored)
        #expect(try await token(again.app("com.example.other")) == ["authorization": BusVariant("not-determined")])
        try await proxy(same).call("UpdateAutoSignInToken", "newer", "c-1")
        try await proxy(same).call("DeleteAutoSignInToken")
        #expect(try await token(same) == ["authorization": BusVariant("not-determined")])
    }

    @Test(
        "A token without the context of the app's own grant is Rejected, a blank one InvalidArgs",
        arguments: [("secret", "wrong", "Rejected"), ("secret", "", "Rejected"), (" ", "c-1", "")])
    func tokenRefused(token: String, context: String, name: String) async throws {
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

    @Test(
        "The user decides about automatic sign-in; the context of a grant stores a token",
        arguments: [("granted", "granted"), ("denied", "denied")])
    func authorization(answer: String, decision: String) async throws {
        let app = try await device.app(usage: "Why")
        try await device.answer("auto-sign-in", answer)
        let completed = try await app.connection.signals(MatchRule(interface: RequestInterface.name, member: "Completed"))
            .recorded { (try? $0.decode(as: VariantDictionary.self)) ?? [:] }
        let request = try await proxy(app).call("RequestAutoSignInAuthorization", "t1", VariantDictionary()).decode(
            as: ObjectPath.self)
        #expect(request.string.hasSuffix("/t1"))
        let result = try await completed.next("Completed")
        #expect(result["authorization"] == BusVariant(decision))
        let context = try result.required("update-context", as: String.self)
        #expect(context.isEmpty == (decision != "granted"))
        #expect(try await token(app) == ["authorization": BusVariant(decision)])
        guard decision == "granted" else { return }
        try await proxy(app).call("UpdateAutoSignInToken", "secret", context)
        #expect(try await token(app)["value"] == BusVariant("secret"))
    }

    @Test("Reset removes accounts and tokens, also on the disk")
    func reset() async throws {
        let app = try await device.app()
        try await proxy(app).call("UpdateAccount", Self.full)
        try await grantAutoSignIn("com.example.player", context: "c-1", on: device)
        try await proxy(app).call("UpdateAutoSignInToken", "secret", "c-1")
        try await device.control.call("Reset", VariantDictionary())
        let none: VariantDictionary = ["authorization": BusVariant("not-determined")]
        #expect(try await accounts(app).isEmpty)
        #expect(try await token(app) == none)
        let again = try await device.restarted()
        let same = try await again.app()
        #expect(try await accounts(same).isEmpty)
        #expect(try await token(same) == none)
    }

    @Test("The journal names the app and how it was identified, and never the values that it set")
    func journal() async throws {
        let app = try await device.app()
        try await proxy(app).call("UpdateAccount", Self.full)
        let entries = try await device.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self)
        let entry = try #require(entries.last)
        #expect(entry["event"] == BusVariant("user-account.updated"))
        #expect(entry["application-id"] == BusVariant("com.example.player"))
        #expect(entry["identified-by"] == BusVariant("registered"))
        #expect(entry["details"] == BusVariant(["signed-out": BusVariant(false)] as VariantDictionary))
    }
}
