import DBus
import DeviceInterfaces
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("Developer settings", .device, .timeLimit(.minutes(5)))
struct DeveloperSettingsTests {
    private static let provider: VariantDictionary = [
        "provider-identifier": BusVariant("test.example"), "name": BusVariant("Test"),
        "authentication-url": BusVariant("https://test.example/boot.js"),
    ]

    private func settings(_ device: TestDevice) async throws -> VariantDictionary {
        try await device.control.call("GetDeveloperSettings").decode(as: VariantDictionary.self)
    }

    private func providers(_ device: TestDevice) async throws -> [VariantDictionary] {
        try await device.control.call("ListProviders").decode(as: [VariantDictionary].self)
    }

    private func identifiers(_ device: TestDevice) async throws -> [String] {
        try await providers(device).map { try $0.required("provider-identifier") }
    }

    @Test("The defaults are Apple's: everything off and empty")
    func defaults() async throws {
        let settings = try await settings(device)
        #expect(settings.count == 9)
        #expect(settings.values.allSatisfy { $0 == BusVariant(false) || $0 == BusVariant("") })
        #expect(settings["set-top-box-provider"] == BusVariant(""))
        #expect(settings["simulate-expired-token"] == BusVariant(false))
    }

    @Test("Each setting is changed, read back and kept after a restart")
    func change() async throws {
        for (name, value) in try await settings(device) {
            let changed = value == BusVariant(false) ? BusVariant(true) : BusVariant("new \(name)")
            try await device.control.call("SetDeveloperSetting", name, changed)
            try await device.control.call("SetDeveloperSetting", name, changed)
            #expect(try await settings(device)[name] == changed)
        }
        let before = try await settings(device)
        let again = try await device.restarted()
        #expect(try await settings(again) == before)
    }

    @Test(
        "An unknown setting, or a value of another type, is InvalidArgs, and the message says what is accepted",
        arguments: [
            ("expired", BusVariant(true), "simulate-expired-token"), ("cache-buster", BusVariant("yes"), "true or false"),
            ("set-top-box-provider", BusVariant(true), "a string"), ("cache-buster", BusVariant(1 as Int64), "cache-buster"),
            ("set-top-box-user-token", BusVariant(String(repeating: "x", count: 1_025)), "1024"),
        ])
    func invalidSetting(name: String, value: BusVariant, hint: String) async throws {
        let before = try await settings(device)
        try await expectInvalid(hint) { try await device.control.call("SetDeveloperSetting", name, value) }
        #expect(try await settings(device) == before)
    }

    @Test("A provider is added before the catalogue, edited, removed; adding the same again is success")
    func provider() async throws {
        try await device.control.call("AddDeveloperProvider", Self.provider)
        try await device.control.call("AddDeveloperProvider", Self.provider)
        #expect(try await identifiers(device).first == "test.example")
        #expect(try await identifiers(device).count == 6)
        let first = try #require(try await providers(device).first)
        #expect(first["developer"] == BusVariant(true))
        #expect(first["name"] == BusVariant("🚧 Test"))
        #expect(first["boarding-status"] == BusVariant("SUPPORTED"))
        #expect(first["line-up"] == BusVariant(true))
        #expect(first["authentication-url"] == BusVariant("https://test.example/boot.js"))
        #expect(first["requires-system-trust"] == BusVariant(false))
        #expect(first["subscribers"] == BusVariant(["alice", "bob", "carol"]))
        #expect(first["supported-authentication-schemes"] == BusVariant(["SAML"]))
        let changes: VariantDictionary = [
            "name": BusVariant("Trial"), "supported-authentication-schemes": BusVariant(["API", "SAML"]),
        ]
        try await device.control.call("EditDeveloperProvider", "test.example", changes)
        let edited = try #require(try await providers(device).first)
        #expect(edited["name"] == BusVariant("🚧 Trial"))
        #expect(edited["supported-authentication-schemes"] == BusVariant(["API", "SAML"]))
        #expect(edited["authentication-url"] == first["authentication-url"])
        try await device.control.call("RemoveDeveloperProvider", "test.example")
        #expect(try await identifiers(device).count == 5)
    }

    @Test(
        "Values that the editor does not accept are InvalidArgs, and the message names the field; nothing is added",
        arguments: [
            ("name", BusVariant(" ")), ("provider-identifier", BusVariant("")), ("authentication-url", BusVariant("ftp://x")),
            ("supported-authentication-schemes", BusVariant([String]())),
            ("supported-authentication-schemes", BusVariant(["OAuth"])),
            ("requires-system-trust", BusVariant("yes")), ("name", BusVariant(1 as Int64)),
        ])
    func invalidProvider(key: String, value: BusVariant) async throws {
        try await expectInvalid(key) {
            try await device.control.call("AddDeveloperProvider", Self.provider.merging([key: value]) { $1 })
        }
        #expect(try await identifiers(device).count == 5)
    }

    @Test("A second provider with an identifier is InvalidArgs; an unknown one is NotFound")
    func conflicts() async throws {
        try await device.control.call("AddDeveloperProvider", Self.provider)
        try await expectInvalid("unique") {
            try await device.control.call("AddDeveloperProvider", Self.provider.merging(["name": BusVariant("Other")]) { $1 })
        }
        for (member, arguments) in [
            ("RemoveDeveloperProvider", ["x"] as [any BusValueConvertible]),
            ("EditDeveloperProvider", ["x", VariantDictionary()]),
        ] {
            let missing = try await #require(throws: RemoteError.self) {
                try await device.control.call(MemberName(member), arguments: arguments)
            }
            #expect(missing.name == "org.vsasim.SubscriberAccount1.Control.Error.NotFound")
            #expect(missing.message.contains("test.example"))
        }
    }

    @Test("All users can sign in to a developer provider, whose key is generated as any other's, however long its name is")
    func signIn() async throws {
        let long = String(repeating: "ä/", count: 300) + ".example"
        for id in ["test.example", long] {
            try await device.control.call(
                "AddDeveloperProvider", Self.provider.merging(["provider-identifier": BusVariant(id)]) { $1 })
            let app = try await device.grantedApp(provider: id, subscriber: "bob")
            let request: VariantDictionary = ["include-account-provider-identifier": BusVariant(true)]
            #expect(try await app.query(request)["account-provider-identifier"] == BusVariant(id))
            #expect(try await device.certificates(of: id).count == 1)
        }
    }

    @Test("A developer provider replaces a catalogue provider, also on the bus, until it is removed")
    func override() async throws {
        let path: ObjectPath = "/org/vsasim/SubscriberAccount1/provider/alpha_2eexample"
        let watcher = try await device.bus.connect()
        _ = try await watcher.deviceObjects()
        let seen = try await watcher.signals(MatchRule(path: path)).recorded { signal in
            let changed = try signal.decode(as: InterfaceName.self, VariantDictionary.self, [String].self).1
            return try changed.required("Name", as: String.self)
        }
        let name = try #require(World.builtIn.provider(id: "alpha.example")).name
        try await device.control.call(
            "AddDeveloperProvider", Self.provider.merging(["provider-identifier": BusVariant("alpha.example")]) { $1 })
        _ = try await seen.next("developer's name") { $0 == "🚧 Test" }
        #expect(try await identifiers(device).count == 5)
        try await device.control.call("RemoveDeveloperProvider", "alpha.example")
        _ = try await seen.next("catalogue's name") { $0 == name }
    }

    @Test("Simulate expired token: accounts at developer providers are returned as expired, and apps are notified")
    func simulateExpiredToken() async throws {
        try await device.control.call("AddDeveloperProvider", Self.provider)
        let app = try await device.grantedApp(provider: "test.example")
        let seen = try await app.connection.accountChanges { _ in "changed" }
        try await device.control.call("SetDeveloperSetting", "simulate-expired-token", BusVariant(true))
        _ = try await seen.next("AccountChanged") { $0 == "changed" }
        let request: VariantDictionary = ["include-authentication-expiration-date": BusVariant(true)]
        let date = try await app.query(request).required("authentication-expiration-date", as: Int64.self)
        #expect(date == -62_135_769_600)
        let account = try await device.control.call("GetAccount").decode(as: VariantDictionary.self)
        #expect(account["authentication-expiration-date"] == BusVariant(date))
    }

    @Test("Providers survive a restart in their order; Reset removes settings and providers")
    func reset() async throws {
        for id in ["z.example", "a.example"] {
            try await device.control.call(
                "AddDeveloperProvider", Self.provider.merging(["provider-identifier": BusVariant(id)]) { $1 })
        }
        try await device.control.call("SetDeveloperSetting", "cache-buster", BusVariant(true))
        let again = try await device.restarted()
        #expect(try await identifiers(again).prefix(2) == ["z.example", "a.example"])
        try await again.control.call("Reset", VariantDictionary())
        #expect(try await identifiers(again).count == 5)
        #expect(try await settings(again)["cache-buster"] == BusVariant(false))
        let third = try await again.restarted()
        #expect(try await identifiers(third).count == 5)
        #expect(try await settings(third)["cache-buster"] == BusVariant(false))
    }
}
