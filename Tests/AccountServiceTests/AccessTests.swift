import AccountCore
import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Access over the bus", .device, .timeLimit(.minutes(5)))
struct AccessTests {
    @Test("A1–A4 CheckAccessStatus answers with the status", arguments: ["granted", "denied", "restricted", "not-determined"])
    func status(text: String) async throws {
        try await device.control.call("SetAccessStatus", "com.example.player", text)
        #expect(try await device.app().accessStatus() == text)
    }

    @Test("A8 region without providers: Unsupported with access-status")
    func unsupportedRegion() async throws {
        try await device.control.call("SetRegion", "AQ")
        let app = try await device.app()
        let error = try await #require(throws: RemoteError.self) { _ = try await app.accessStatus() }
        #expect(error.shortName == "Unsupported")
        #expect(try error.info.required("access-status", as: String.self) == "not-determined")
    }

    @Test("AccessStatusChanged goes only to the connections of the app")
    func accessStatusChanged() async throws {
        let seen = Recorder<String>()
        func listen(_ app: TestApp, _ name: String) async throws -> Task<Void, Never> {
            let signals = try await app.proxy.signals("AccessStatusChanged")
            return Task {
                for await signal in signals { seen.record("\(name) \((try? signal.decode(as: String.self)) ?? "?")") }
            }
        }
        let first = try await device.app()
        let second = try await device.app()
        let other = try await device.app("com.example.other")
        let tasks = [
            try await listen(first, "first"), try await listen(second, "second"), try await listen(other, "other"),
        ]
        try await device.control.call("SetAccessStatus", "com.example.player", "denied")
        try await device.control.call("SetAccessStatus", "com.example.other", "granted")
        for expected in ["first denied", "second denied", "other granted"] {
            _ = try await seen.next(expected) { $0 == expected }
        }
        #expect(seen.events.count == 3)
        for task in tasks { task.cancel() }
    }

    @Test("A10 AccessStatusChanged when a voucher grants access and when it is gone, also for a scenario")
    func vouchers() async throws {
        let app = try await device.app("example.alpha.tv")
        let seen = try await app.proxy.signals("AccessStatusChanged").recorded { (try? $0.decode(as: String.self)) ?? "?" }
        let changes: [(MemberName, [any BusValueConvertible], status: String)] = [
            ("SignIn", ["alpha.example", "alice", VariantDictionary()], "granted"),
            ("SignOut", [VariantDictionary()], "not-determined"),
            (
                "Load",
                [
                    """
                    {"schema": "vsa-scenario/1", "name": "x", "account": {"provider": "alpha.example", "subscriber": "alice"}}
                    """
                ], "granted"
            ),
            ("Reset", [["empty": BusVariant(true)] as VariantDictionary], "not-determined"),
        ]
        for (member, arguments, status) in changes {
            try await device.control.call(member, arguments: arguments)
            #expect(try await seen.next("\(member)") == status)
            #expect(try await app.accessStatus() == status)
            guard status == "granted" else { continue }
            // A decision changes nothing for the app as long as the voucher grants access.
            for decision in ["granted", "not-determined"] {
                try await device.control.call("SetAccessStatus", "example.alpha.tv", decision)
            }
        }
        #expect(seen.events.count == changes.count)
    }

    @Test("AccountChanged goes to everybody without content: sign-in, expiry, sign-out")
    func accountChanged() async throws {
        let seen = try await device.app().proxy.signals("AccountChanged").recorded(\.body.count)
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        try await device.control.call("ExpireAccount")
        try await device.control.call("SignOut", VariantDictionary())
        for _ in 0..<3 { #expect(try await seen.next("AccountChanged") == 0) }
    }

    @Test("Version and Region; a new region is signalled")
    func properties() async throws {
        let app = try await device.app()
        #expect(try await app.proxy.property("Version", as: UInt32.self) == 1)
        #expect(try await app.proxy.property("Region", as: String.self) == "US")
        let changes = try await app.connection.signals(
            MatchRule(
                interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                path: SubscriberAccountInterface.path)
        ).recorded(\.self)
        try await device.control.call("SetRegion", "ca")
        let change = try await changes.next("PropertiesChanged")
        let (interface, changed, invalidated) = try change.decode(as: String.self, VariantDictionary.self, [String].self)
        #expect(interface == "org.vsasim.SubscriberAccount1")
        #expect(try changed.required("Region", as: String.self) == "CA")
        #expect(invalidated == [])
    }

    @Test("Of two new regions, the last signal contains the later one, whichever change is announced first")
    func regionsInAnyOrder() async throws {
        let changes = try await device.bus.connect().signals(
            MatchRule(
                interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
                path: SubscriberAccountInterface.path)
        ).recorded(\.self)
        let services = device.daemon.objects.scenarioLoader.services
        let earlier = try await services.store.perform(.regionSet(try Region("CA")))
        let later = try await services.store.perform(.regionSet(try Region("GB")))
        for announcements in [later, earlier] {
            await services.notifier.publish(announcements, on: device.connection)
            let change = try await changes.next("PropertiesChanged")
            let (_, changed, _) = try change.decode(as: String.self, VariantDictionary.self, [String].self)
            #expect(try changed.required("Region", as: String.self) == "GB")
        }
    }
}
