import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("Objects below the root", .device, .timeLimit(.minutes(5)))
struct ObjectsTests {
    private static let player: ObjectPath = "/org/vsasim/SubscriberAccount1/application/com_2eexample_2eplayer"
    private static let account: ObjectPath = "/org/vsasim/SubscriberAccount1/account/0"

    @Test("One object for each app, provider and the account, as they are")
    func list() async throws {
        #expect(try await device.control.connection.deviceObjects().count == 5)
        _ = try await device.grantedApp()
        let all = try await device.control.connection.deviceObjects()
        #expect(all.count == 7)
        let app = try #require(all[Self.player]?["org.vsasim.SubscriberAccount1.Application"])
        #expect(try app.required("AccessStatus", as: String.self) == "granted")
        #expect(try app.required("IdentifiedBy", as: String.self) == "registered")
        let account = try #require(all[Self.account]?["org.vsasim.SubscriberAccount1.Account"])
        #expect(try account.required("Subscriber", as: String.self) == "alice")
        #expect(all["/org/vsasim/SubscriberAccount1/provider/alpha_2eexample"] != nil)
        let proxy = InterfaceProxy.device(
            device.control.connection, "org.vsasim.SubscriberAccount1.Application", path: Self.player)
        #expect(try await proxy.properties() == app)
    }

    @Test("Callers that have listed the objects get changes; an app that has not gets none")
    func signals() async throws {
        let seen = Recorder<String>()
        func listen(_ connection: Connection, _ name: String) async throws {
            let signals = try await connection.signals(MatchRule(pathNamespace: SubscriberAccountInterface.path))
            Task {
                for await signal in signals {
                    let object = (try? signal.body.first.map(ObjectPath.init(dbusValue:))) ?? signal.path
                    seen.record("\(name) \(signal.member?.string ?? "") \(object?.string.split(separator: "/").last ?? "")")
                }
            }
        }
        let watcher = try await device.bus.connect()
        _ = try await watcher.deviceObjects()
        try await listen(watcher, "watcher")
        let app = try await device.app()
        try await listen(app.connection, "app")
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        try await device.control.call("SetAccessStatus", "com.example.other", "granted")
        try await device.control.call("SetAccessStatus", "com.example.other", "denied")
        try await device.control.call("SignOut", VariantDictionary())
        for expected in [
            "watcher InterfacesAdded 0", "watcher InterfacesAdded com_2eexample_2eother",
            "watcher PropertiesChanged com_2eexample_2eother", "watcher InterfacesRemoved 0",
        ] {
            _ = try await seen.next(expected) { $0 == expected }
        }
        _ = try await seen.next("AccountChanged") { $0.hasPrefix("app AccountChanged") }
        #expect(seen.events.filter { $0.hasPrefix("app ") }.allSatisfy { $0.hasPrefix("app AccountChanged") })
        #expect(try await watcher.deviceObjects()[Self.account] == nil)
    }

    @Test("PropertiesChanged contains no constant properties")
    func constantProperties() async throws {
        try await device.control.call("SetAccessStatus", "com.example.other", "granted")
        let watcher = try await device.bus.connect()
        let path: ObjectPath = "/org/vsasim/SubscriberAccount1/application/com_2eexample_2eother"
        let interface = "org.vsasim.SubscriberAccount1.Application"
        let all = try #require(try await watcher.deviceObjects()[path]?[InterfaceName(interface)])
        let signals = try await watcher.signals(
            MatchRule(interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", path: path))
        try await device.control.call("SetAccessStatus", "com.example.other", "denied")
        var changes = signals.makeAsyncIterator()
        let signal = try #require(await changes.next())
        let (name, changed, invalidated) = try signal.decode(as: String.self, VariantDictionary.self, [String].self)
        #expect(name == interface && invalidated.isEmpty && changed["AccessStatus"] == BusVariant("denied"))
        #expect(Set(all.keys).subtracting(changed.keys) == ["ApplicationId"])
    }

    @Test("A silent renewal changes the account's object", .device(changing: { $0.hasSilentRenewal = true }))
    func renewal() async throws {
        let app = try await device.grantedApp()
        try await device.control.call("ExpireAccount")
        let watcher = try await device.bus.connect()
        _ = try await watcher.deviceObjects()
        let changes = try await watcher.signals(
            MatchRule(interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", path: Self.account)
        ).recorded(\.self)
        let renewed = device.clock.seconds() + Scenario.Account.defaultLifetime
        _ = try await app.query(["attribute-names": BusVariant(["userID"])])
        let account = try await watcher.deviceObjects()[Self.account]?["org.vsasim.SubscriberAccount1.Account"]
        #expect(account?["AuthenticationExpirationDate"] == BusVariant(renewed))
        let change = try await changes.next("PropertiesChanged")
        let (_, changed, _) = try change.decode(as: String.self, VariantDictionary.self, [String].self)
        #expect(changed["AuthenticationExpirationDate"] == BusVariant(renewed))
    }

    @Test("One app more than the device remembers: the oldest undecided one is removed from list, bus and disk, with a signal")
    func oldestForgotten() async throws {
        try await device.control.call("SetAccessStatus", "com.example.first", "granted")
        let database = try Database(path: device.stateFolder + "/vsad.sqlite")
        try database.execute(
            """
            WITH RECURSIVE n(i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < \(Applications.maximumCount))
            INSERT INTO application SELECT 'app' || i, 'not-determined', 'registered', NULL, i, NULL FROM n
            """)
        let full = try await device.restarted()
        // The oldest of the undecided ones is running, so that the one after it goes.
        let running = try await full.app("app2")
        let goes = try Self.path("app3")
        let watcher = try await full.bus.connect()
        #expect(try await watcher.deviceObjects()[goes] != nil)
        let signals = try await watcher.signals(
            MatchRule(interface: "org.freedesktop.DBus.ObjectManager", member: "InterfacesRemoved"))
        _ = try await full.app()
        var removed = signals.makeAsyncIterator()
        let signal = try #require(await removed.next())
        #expect(try signal.body.first.map(ObjectPath.init(dbusValue:)) == goes)
        #expect(try await running.accessStatus() == "not-determined")
        let again = try await full.restarted()
        let listed = try await again.control.call("ListApplications").decode(as: [VariantDictionary].self)
        let names = Set(try listed.map { try $0.required("application-id", as: String.self) })
        #expect(names.count == Applications.maximumCount && !names.contains("app3"))
        #expect(names.isSuperset(of: ["app2", "com.example.first", "com.example.player"]))
    }

    private static func path(_ element: String) throws -> ObjectPath {
        try ObjectPath("/org/vsasim/SubscriberAccount1/application/\(element)")
    }
}

@Suite("Names in paths")
struct PathElementTests {
    @Test("Names as elements of paths and back", arguments: ["com.example.player", "a", "_", "A-b_c.9", "ä/"])
    func escaping(text: String) throws {
        let element = PathElement.escape(text)
        #expect((try? ObjectPath("/" + element)) != nil)
        #expect(PathElement.unescape(element[...]) == text)
    }

    @Test("Invalid elements", arguments: ["_", "_2", "_zz", "_+f"])
    func unescapable(element: String) {
        #expect(PathElement.unescape(element[...]) == nil)
    }
}
