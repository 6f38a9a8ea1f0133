import AccountCore
import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

/// A call that the bus thread answers without its handler if it is repeated.
private enum RepeatedCall: CaseIterable {
    case access
    case metadata
    case provider
    case expiry

    var member: MemberName { self == .access ? "CheckAccessStatus" : "QueryMetadata" }

    var options: VariantDictionary {
        switch self {
        case .access, .metadata: [:]
        case .provider: ["include-account-provider-identifier": BusVariant(true)]
        case .expiry:
            ["include-account-provider-identifier": BusVariant(true), "include-authentication-expiration-date": BusVariant(true)]
        }
    }

    /// The answer, or the error, as the app receives it.
    func answer(to app: TestApp, _ more: VariantDictionary = [:]) async throws -> [BusValue] {
        // The order of a dictionary varies, and with it the bytes of the call.
        let entries = options.merging(more, uniquingKeysWith: { $1 }).sorted(by: { $0.key < $1.key }).map { option in
            BusValue.Entry(key: .string(option.key), value: option.value.dbusValue)
        }
        let options = try OrderedVariantDictionary(dbusValue: .dictionary(key: "s", value: "v", entries))
        do { return try await app.proxy.call(member, options).body } catch let error as RemoteError {
            return [.string(error.name.string)] + error.body.map(Self.ordered)
        }
    }

    private static func ordered(_ value: BusValue) -> BusValue {
        guard case .dictionary(let key, let type, let entries) = value else { return value }
        return .dictionary(key: key, value: type, entries.sorted { "\($0.key)" < "\($1.key)" })
    }
}

@Suite("Repeated calls of apps", .device, .timeLimit(.minutes(5)))
struct RepeatedCallTests {
    /// Makes every call until its answer is repeated, and compares each with an answer that is not: unknown options have no
    /// effect, but no other call has the same.
    private func check(_ app: TestApp, _ unique: Int, _ comment: String) async throws {
        for call in RepeatedCall.allCases {
            let fresh = try await call.answer(to: app, ["unknown": BusVariant(UInt32(unique))])
            for _ in 0..<2 { #expect(try await call.answer(to: app) == fresh, "\(call) after \(comment)") }
        }
    }

    /// Providers, account and clock differ from those of the previous changes.
    private static let scenario = """
        {"schema": "vsa-scenario/1", "name": "evening", "clock": {"device": {"offset": "31d"}},
         "apps": [{"id": "com.example.player", "access": "granted"}, {"id": "com.example.other", "access": "granted"}],
         "providers": [{"id": "alpha.example", "name": "Evening", "in-line-up": false}],
         "account": {"provider": "alpha.example", "subscriber": "alice", "expires-in": "2h"}}
        """

    private typealias Change = (name: String, make: @Sendable (TestDevice) async throws -> Void)

    /// What answers depend on, each changed and changed back.
    private static func allChanges() -> [Change] { deviceChanges + developerChanges + loads() + endings }

    private static let deviceChanges: [Change] = [
        ("access denied", { try await $0.control.call("SetAccessStatus", "com.example.player", "denied") }),
        ("access reset", { try await $0.control.call("ResetAccess", "") }),
        ("access granted", { try await $0.control.call("SetAccessStatus", "com.example.player", "granted") }),
        ("sign-in", { try await $0.control.call("SignIn", "alpha.example", "alice", VariantDictionary()) }),
        ("another sign-in", { try await $0.control.call("SignIn", "alpha.example", "alice", VariantDictionary()) }),
        ("another provider", { try await $0.control.call("SignIn", "beta.example", "carol", VariantDictionary()) }),
        ("expiry", { try await $0.control.call("ExpireAccount") }),
        ("sign-out", { try await $0.control.call("SignOut", ["keep-access": BusVariant(true)] as VariantDictionary) }),
        ("region without providers", { try await $0.control.call("SetRegion", "AQ") }),
        ("region", { try await $0.control.call("SetRegion", "US") }),
        ("another app", { _ = try await $0.app("com.example.third", name: "Third") }),
        ("agent", { try await Self.manager(of: $0).call("RegisterAgent", TestAgent.path, VariantDictionary()) }),
        ("no agent", { try await Self.manager(of: $0).call("UnregisterAgent", TestAgent.path) }),
        ("service metadata", { try await $0.control.call("SetServiceMetadata", TestService().metadata) }),
    ]

    /// Agents of the connection that uses `Control`.
    private static func manager(of device: TestDevice) -> InterfaceProxy {
        InterfaceProxy.device(device.control.connection, AgentManagerInterface.name)
    }

    private static let developerChanges: [Change] = [
        (
            "developer provider",
            {
                try await $0.control.call(
                    "AddDeveloperProvider",
                    [
                        "provider-identifier": BusVariant("test.example"), "name": BusVariant("Test"),
                        "authentication-url": BusVariant("https://test.example/boot.js"),
                    ] as VariantDictionary)
            }
        ),
        ("sign-in there", { try await $0.control.call("SignIn", "test.example", "alice", VariantDictionary()) }),
        (
            "simulated expiry",
            { try await $0.control.call("SetDeveloperSetting", "simulate-expired-token", BusVariant(true)) }
        ),
        (
            "no simulated expiry",
            { try await $0.control.call("SetDeveloperSetting", "simulate-expired-token", BusVariant(false)) }
        ),
        (
            "another scheme",
            {
                let changes: VariantDictionary = ["supported-authentication-schemes": BusVariant(["API"])]
                try await $0.control.call("EditDeveloperProvider", "test.example", changes)
            }
        ),
        ("no developer provider", { try await $0.control.call("RemoveDeveloperProvider", "test.example") }),
    ]

    /// The first load is undone.
    private static func loads() -> [Change] {
        let before = Recorder<String>()
        return [
            (
                "scenario",
                { before.record(try await $0.control.call("Load", Self.scenario).decode(as: String.self)) }
            ),
            (
                "the way back",
                { device in
                    guard let first = before.events.first else { return }
                    try await device.control.call("Load", first)
                }
            ),
        ]
    }

    private static let endings: [Change] = [
        ("fault", { try await $0.addFault("vsa.any", ["error": BusVariant("Rejected")]) }),
        (
            "fault of another app",
            { try await $0.addFault("vsa.access", ["hang": BusVariant(true), "application-id": BusVariant("x")]) }
        ),
        ("no faults", { try await $0.control.call("ClearFaults", "") }),
        ("stopped clock", { try await $0.control.call("SetClock", "frozen:1800000000") }),
        ("later", { try await $0.control.call("AdvanceClock", Int64(40 * 86_400_000)) }),
        ("real clock", { try await $0.control.call("SetClock", "real") }),
        ("no providers", { try await $0.control.call("Reset", ["empty": BusVariant(true)] as VariantDictionary) }),
        ("reset", { try await $0.control.call("Reset", VariantDictionary()) }),
    ]

    /// Compares the list of all objects, which is cached until one of them changes, with the properties of each.
    private func checkObjects(of device: TestDevice, _ comment: String) async throws {
        let connection = device.control.connection
        let list = try await connection.deviceObjects()
        let state = ObjectState(device: device.daemon.store.device.state, agents: [])
        let paths = Set(ObjectKind.allCases.flatMap { $0.paths(in: state) })
        #expect(paths.isSubset(of: list.keys), "after \(comment)")
        #expect(try await list.count == paths.count + device.agents().count, "after \(comment)")
        for (path, interfaces) in list {
            for (interface, listed) in interfaces {
                let object = InterfaceProxy.device(connection, interface, path: path)
                let properties = try await object.properties()
                #expect(properties == listed, "\(path) after \(comment)")
            }
        }
    }

    @Test("After each change the next call has the new answer, and the list of objects their new properties")
    func changes() async throws {
        let app = try await device.grantedApp()
        for (number, change) in Self.allChanges().enumerated() {
            try await check(app, 2 * number, "everything before \(change.name)")
            try await checkObjects(of: device, "everything before \(change.name)")
            try await change.make(device)
            try await checkObjects(of: device, change.name)
            for call in RepeatedCall.allCases {
                let answer = try await call.answer(to: app)
                #expect(
                    try await answer == call.answer(to: app, ["unknown": BusVariant(UInt32(2 * number + 1))]),
                    "\(call) in the call after \(change.name)")
            }
        }
    }

    @Test("A connection that registers has the answers of its new app in the next call")
    func registration() async throws {
        let app = try await device.app(nil)
        for _ in 0..<3 { #expect(try await app.accessStatus() == "not-determined") }
        try await device.control.call("SetAccessStatus", "com.example.player", "granted")
        for _ in 0..<3 { #expect(try await app.accessStatus() == "not-determined") }
        try await app.proxy.call("Register", "com.example.player", VariantDictionary())
        for _ in 0..<3 { #expect(try await app.accessStatus() == "granted") }
        let other = try await device.app("com.example.other")
        for _ in 0..<3 { #expect(try await other.accessStatus() == "not-determined") }
    }

    @Test("Every fault counts every call, and a repeated answer is not used while there is one")
    func faults() async throws {
        let app = try await device.app()
        for _ in 0..<3 { _ = try await app.accessStatus() }
        try await device.addFault(
            "vsa.access", ["error": BusVariant("Rejected"), "after": BusVariant(UInt32(2)), "times": BusVariant(UInt32(1))])
        for _ in 0..<2 { _ = try await app.accessStatus() }
        let error = try await #require(throws: RemoteError.self) { try await app.accessStatus() }
        #expect(error.shortName == "Rejected")
        for _ in 0..<2 { _ = try await app.accessStatus() }
        #expect(try await device.faults().first?["seen"] == BusVariant(UInt32(5)))
    }

    @Test("Every call is in the journal with its time and app; a call with an identifier has its own")
    func journal() async throws {
        let app = try await device.grantedApp()
        let trace = ["1", "2"].map { String(repeating: $0, count: 32) }
        for _ in 0..<3 {
            for call in RepeatedCall.allCases { _ = try await call.answer(to: app) }
            for id in trace { _ = try await RepeatedCall.access.answer(to: app, ["correlation-id": BusVariant(id)]) }
            device.clock.advance(seconds: 1)
        }
        let checks = try await device.journalEntries("access.checked")
        let queries = try await device.journalEntries("metadata.queried")
        #expect(checks.count == 9)
        #expect(queries.count == 9)
        let start = device.clock.seconds() - 3
        for (index, entry) in checks.enumerated() {
            #expect(entry["time"] == BusVariant(start + Int64(index / 3)))
            #expect(entry["application-id"] == BusVariant("com.example.player"))
            #expect(entry["details"] == BusVariant(["access-status": BusVariant("granted")] as VariantDictionary))
            #expect(entry["correlation-id"] == BusVariant(index % 3 == 0 ? "" : trace[index % 3 - 1]))
        }
    }

    @Test("More calls than the journal has room for while it cannot be written: each is in it, or counted as lost")
    func lostEntries() async throws {
        let app = try await device.grantedApp()
        #expect(try await device.journal("access.checked").isEmpty)
        let writer = try Database(path: device.stateFolder + "/vsad.sqlite")
        try writer.execute("BEGIN IMMEDIATE")
        let calls = 9_000
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<(calls / 8) { _ = try await app.accessStatus() } } }
            try await group.waitForAll()
        }
        try writer.execute("ROLLBACK")
        let records = try await device.daemon.store.journalEntries(after: 0, limit: 10_000, application: nil).map(\.record)
        let losses = records.filter { $0.event == .entriesLost }.map { record -> Int in
            guard case .number(let count)? = record.details.first?.value else { return 0 }
            return Int(count)
        }
        let lost = losses.reduce(0, +)
        #expect(lost > 0)
        #expect(records.filter { $0.event == .accessChecked }.count + lost == calls)
    }

    @Test("Signed answers are never repeated")
    func signed() async throws {
        let app = try await device.grantedApp()
        var answers: Set<BusValue> = []
        for _ in 0..<3 {
            var request = OrderedVariantDictionary()
            request.append("attribute-names", ["userID"])
            request.append("channel-identifier", "https://sp.example")
            answers.formUnion(try await app.proxy.call("QueryMetadata", request).body)
        }
        #expect(answers.count == 3)
    }

    /// A tenth of the steps are changes, a hundredth registrations or disconnections, the others calls of two apps.
    @Test("A random walk compares repeated answers with others", arguments: [UInt64(1), 2])
    func randomWalk(seed: UInt64) async throws {
        let isSoak = ProcessInfo.processInfo.environment["VSASIM_SOAK"] == "1"
        var random = SeededGenerator(seed: seed)
        let changes = Self.allChanges()
        var apps = [try await device.grantedApp(), try await device.app("com.example.other")]
        for step in 0..<(isSoak ? 100_000 : 2_000) {
            if let change = changes.randomElement(using: &random), UInt8.random(in: 0..<10, using: &random) == 0 {
                do { try await change.make(device) } catch is RemoteError {}
            }
            let place = Int.random(in: apps.indices, using: &random)
            switch UInt8.random(in: 0..<200, using: &random) {
            case 0:
                await apps[place].connection.close()
                apps[place] = try await device.app(nil)
            case 1...4:
                let id = ["com.example.player", "com.example.other"][Int.random(in: 0..<2, using: &random)]
                do { try await apps[place].proxy.call("Register", id, VariantDictionary()) } catch is RemoteError {}
            default: break
            }
            guard let call = RepeatedCall.allCases.randomElement(using: &random) else { continue }
            let answer = try await call.answer(to: apps[place])
            let fresh = try await call.answer(to: apps[place], ["unknown": BusVariant(UInt32(step))])
            try #require(answer == fresh, "step \(step), \(call)")
        }
    }
}
