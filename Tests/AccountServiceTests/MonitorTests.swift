import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Monitoring the journal", .device, .timeLimit(.minutes(5)))
struct MonitorTests {
    /// Records the entries that a connection receives.
    private func entries(of connection: Connection) async throws -> Recorder<VariantDictionary> {
        try await connection.signals(
            MatchRule(interface: ControlInterface.name, member: "JournalAdded", path: ControlInterface.path),
            bufferingNewest: 10_000
        ).recorded { try $0.decode(as: VariantDictionary.self) }
    }

    private func monitor(_ connection: Connection, on isOn: Bool = true) async throws {
        try await InterfaceProxy.control(connection).call("MonitorJournal", isOn)
    }

    @Test("A monitor receives every entry as in ListJournal, and nobody else receives anything")
    func entries() async throws {
        let connection = try await device.bus.connect()
        let told = try await entries(of: connection)
        try await monitor(connection)
        let app = try await device.app()
        let others = try await entries(of: app.connection)
        _ = try await app.accessStatus()
        try await device.control.call("SignIn", "alpha.example", "alice", VariantDictionary())
        _ = try await told.next("sign-in") { $0["event"] == BusVariant("account.signed-in") }
        let listed = try await device.control.call("ListJournal", VariantDictionary()).decode(as: [VariantDictionary].self)
        #expect(told.events.count == 3)
        func sequences(_ entries: [VariantDictionary]) throws -> [Int64] { try entries.map { try $0.required("sequence") } }
        #expect(try sequences(told.events) == sequences(listed))
        for (entry, same) in zip(told.events, listed) {
            #expect(entry.filter { $0.key != "details" } == same.filter { $0.key != "details" })
            #expect(
                try entry.required("details", as: VariantDictionary.self) == same.required("details", as: VariantDictionary.self))
        }
        #expect(others.events.isEmpty)
    }

    @Test("Queued, cleared and set: AnswersChanged is emitted before each reply, and not for a rejected answer")
    func answers() async throws {
        let connection = try await device.bus.connect()
        let signals = try await connection.signals(
            MatchRule(interface: ControlInterface.name, member: "AnswersChanged", path: ControlInterface.path),
            bufferingNewest: 100)
        _ = try? await device.control.call("QueueAnswer", ["prompt": BusVariant("door")] as VariantDictionary)
        let answer: VariantDictionary = ["prompt": BusVariant("access"), "answer": BusVariant("granted")]
        try await device.control.call("QueueAnswer", answer)
        try await device.control.call("ClearAnswers")
        // The bus keeps the order: with this reply, the connection has received every signal.
        try await InterfaceProxy.control(connection).call("SetUnanswered", "dismiss")
        await connection.close()
        var changes = 0
        for await _ in signals { changes += 1 }
        #expect(changes == 3)
    }

    @Test("AnswersChanged is emitted for a load and for a reset that changes the answers or the policy")
    func replacedAnswers() async throws {
        let connection = try await device.bus.connect()
        let signals = try await connection.signals(
            MatchRule(interface: ControlInterface.name, member: "AnswersChanged", path: ControlInterface.path),
            bufferingNewest: 100)
        let (empty, document) = (["empty": BusVariant(true)] as VariantDictionary, #"{"schema": "vsa-scenario/1", "name": "x","#)
        try await device.control.call("Reset", empty)
        try await device.control.call("Load", document + #""answers": [{"on": "picker", "answer": "cancel"}]}"#)
        try await device.control.call("Reset", empty)
        try await device.control.call("Reset", empty)
        try await device.control.call("Load", document + #""unanswered": "hang"}"#)
        // The bus keeps the order: with this reply, the connection has received every signal.
        try await InterfaceProxy.control(connection).call("GetStatus")
        await connection.close()
        var changes = 0
        for await _ in signals { changes += 1 }
        #expect(changes == 3)
    }

    @Test("It ends at the monitor's request, and can start again")
    func off() async throws {
        let connection = try await device.bus.connect()
        let told = try await entries(of: connection)
        try await monitor(connection)
        try await monitor(connection)
        try await device.control.call("SetRegion", "CA")
        _ = try await told.next("first") { $0["event"] == BusVariant("region.changed") }
        try await monitor(connection, on: false)
        try await monitor(connection, on: false)
        try await device.control.call("SetRegion", "AQ")
        try await monitor(connection)
        try await device.control.call("SetRegion", "US")
        _ = try await told.next("third") { $0["sequence"] == BusVariant(3 as Int64) }
        #expect(told.events.map { $0["sequence"] } == [BusVariant(1 as Int64), BusVariant(3 as Int64)])
    }

    @Test("At most 64 monitors; one that leaves the bus frees its place")
    func limit() async throws {
        var connections: [Connection] = []
        for _ in 0..<64 {
            let connection = try await device.bus.connect()
            try await monitor(connection)
            connections.append(connection)
        }
        let late = try await device.bus.connect()
        let error = try await #require(throws: RemoteError.self) { try await monitor(late) }
        #expect(error.name == .limitsExceeded)
        try await monitor(connections[0])
        await connections.removeLast().close()
        try await until("there is room") { (try? await monitor(late)) != nil }
    }

    @Test("A flood of calls: a monitor's entries are in order, and gaps are only omitted entries")
    func flood() async throws {
        let connection = try await device.bus.connect()
        let told = try await entries(of: connection)
        try await monitor(connection)
        let app = try await device.app()
        try await withThrowingTaskGroup { group in
            for _ in 0..<2_000 { group.addTask { _ = try await app.accessStatus() } }
            try await group.waitForAll()
        }
        try await device.control.call("SetRegion", "CA")
        _ = try await told.next("region") { $0["event"] == BusVariant("region.changed") }
        let numbers = try told.events.map { try $0.required("sequence", as: Int64.self) }
        #expect(numbers == numbers.sorted())
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.last == 2_002)
    }
}
