import AccountCore
import DBus
import ProjectTesting
import TVWorld
import Testing

@testable import AccountService

@Suite("Scenarios at the device", .device, .timeLimit(.minutes(5)))
struct ScenarioTests {
    private static let document = """
        {"schema": "vsa-scenario/1", "name": "live-night", "seed": 42, "clock": {"device": {"offset": "31d"}},
         "apps": [{"id": "com.example.news"}, {"id": "com.example.player", "access": "granted"}],
         "account": {"provider": "alpha.example", "subscriber": "alice", "expires-in": "2h"}, "region": "US",
         "answers": [{"on": "picker", "answer": "cancel", "times": 2}], "unanswered": "hang",
         "faults": [{"id": "slow", "at": "vsa.metadata", "delay": "5ms"}, {"id": "down", "at": "service.authorize", "status": 503}],
         "developer": {"cache-buster": true}}
        """

    /// Loads a document; returns what undoes the load.
    @discardableResult
    private func load(_ document: String, on device: TestDevice) async throws -> String {
        try await device.control.call("Load", document).decode(as: String.self)
    }

    private func export(_ device: TestDevice) async throws -> Scenario {
        let text = try await device.control.call("ExportScenario").decode(as: String.self)
        return try Scenario(document: Array(text.utf8))
    }

    private func account(_ device: TestDevice) async throws -> VariantDictionary {
        try await device.control.call("GetAccount").decode(as: VariantDictionary.self)
    }

    @Test("Everything that a scenario says about the device takes effect, and loading its export gives the same state")
    func load() async throws {
        try await load(Self.document, on: device)
        let now = device.clock.seconds() + 31 * 86_400
        #expect(try await account(device)["signed-in-at"] == BusVariant(now))
        #expect(try await account(device)["authentication-expiration-date"] == BusVariant(now + 7_200))
        #expect(try await device.app().accessStatus() == "granted")
        #expect(try await device.faults().map { $0["id"] } == [BusVariant("slow")])
        let answers = try await device.control.call("ListAnswers").decode(as: [VariantDictionary].self)
        #expect(answers.map { $0["times"] } == [BusVariant(UInt32(2))])
        let status = try await device.control.call("GetStatus").decode(as: VariantDictionary.self)
        #expect(status["unanswered"] == BusVariant("hang"))
        let exported = try await export(device)
        #expect(exported == (try Scenario(document: Array(Self.document.utf8))))
        try await load(exported.document.serialized, on: device)
        #expect(try await export(device) == exported)
        #expect(try await device.journal("scenario.loaded").first?["name"] == BusVariant("live-night"))
    }

    @Test("The clock of an export loads, however far it is; one outside the years 1 to 9979 does not")
    func farClock() async throws {
        for specification in ["offset:200000000000", "offset:-50000000000"] {
            try await device.control.call("SetClock", specification)
            let exported = try await export(device)
            try await device.control.call("SetClock", "real")
            try await load(exported.document.serialized, on: device)
            #expect(try await export(device).deviceClock == exported.deviceClock && exported.deviceClock != .real)
        }
        for days in [3_000_000, -800_000] {
            let clock = #"{"device": {"offset": "\#(days)d"}}"#
            let error = try await expectInvalid {
                try await load(#"{"schema": "vsa-scenario/1", "name": "far", "clock": \#(clock)}"#, on: device)
            }
            #expect(error.message.hasPrefix("clock.device.offset: "), "\(error)")
        }
    }

    @Test("Reset returns to the scenario, also after a restart; empty removes everything")
    func baseline() async throws {
        try await load(Self.document, on: device)
        try await device.control.call("SignOut", VariantDictionary())
        try await device.control.call("ClearFaults", "")
        try await device.control.call("SetClock", "real")
        try await device.control.call("Reset", ["empty": BusVariant(true)] as VariantDictionary)
        #expect(try await device.control.call("ListProviders").decode(as: [VariantDictionary].self).isEmpty)
        let emptied = try await device.control.call("GetClock").decode(as: VariantDictionary.self)
        #expect(emptied["specification"] == BusVariant("real"))
        let restarted = try await device.restarted()
        try await restarted.control.call("Reset", VariantDictionary())
        #expect(try await account(restarted)["subscriber"] == BusVariant("alice"))
        #expect(try await restarted.faults().count == 1)
        let clock = try await restarted.control.call("GetClock").decode(as: VariantDictionary.self)
        #expect(clock["specification"] == BusVariant("offset:2678400"))
    }

    @Test("An empty reset removes faults, answers and policy, also for a restart")
    func emptyRestart() async throws {
        try await load(Self.document, on: device)
        try await device.control.call("Reset", ["empty": BusVariant(true)] as VariantDictionary)
        let restarted = try await device.restarted()
        #expect(try await restarted.faults().isEmpty)
        #expect(try await restarted.control.call("ListAnswers").decode(as: [VariantDictionary].self).isEmpty)
        let status = try await restarted.control.call("GetStatus").decode(as: VariantDictionary.self)
        #expect(status["unanswered"] == BusVariant("agent"))
    }

    @Test("After a restart the scenario's faults, answers and policy are as at its start, others are removed")
    func restart() async throws {
        try await load(Self.document, on: device)
        try await device.addFault("vsa.access", ["id": BusVariant("by-hand"), "error": BusVariant("Rejected")])
        try await device.answer("access", "denied")
        try await device.control.call("SetUnanswered", "dismiss")
        try await device.control.call("ClearFaults", "slow")
        let restarted = try await device.restarted()
        #expect(try await restarted.faults().map { $0["id"] } == [BusVariant("slow")])
        let answers = try await restarted.control.call("ListAnswers").decode(as: [VariantDictionary].self)
        #expect(answers.map { $0["prompt"] } == [BusVariant("picker")])
        let status = try await restarted.control.call("GetStatus").decode(as: VariantDictionary.self)
        #expect(status["unanswered"] == BusVariant("hang"))
        let added = try await restarted.journal("fault.added").last
        #expect(added?["fault"] == BusVariant("slow"))
    }

    @Test("A load can be undone: everything is as before")
    func rollBack() async throws {
        try await device.control.call("SignIn", "gamma.example", "bob", VariantDictionary())
        try await device.addFault("vsa.access", ["id": BusVariant("mine"), "error": BusVariant("Rejected")])
        let before = device.daemon.store.device.state
        let saved = try await device.control.call("SaveSnapshot").decode(as: String.self)
        let taken = try await load(Self.document, on: device)
        #expect(taken == saved)
        try await load(taken, on: device)
        #expect(device.daemon.store.device.state == before)
        #expect(try await device.faults().map { $0["id"] } == [BusVariant("mine")])
        let restarted = try await device.restarted()
        #expect(restarted.daemon.store.device.state == before)
    }

    @Test("A document with mistakes is rejected with all of them, before loading, and checking changes nothing")
    func refusals() async throws {
        let before = device.daemon.store.device.state
        for member in ["Validate", "Load"] as [MemberName] {
            let error = try await expectInvalid {
                try await device.control.call(
                    member,
                    #"{"schema": "vsa-scenario/1", "name": "x", "regoin": "US", "account": {"provider": "nobody"}}"#)
            }
            #expect(error.message.contains("regoin") && error.message.contains("nobody"), "\(error.message)")
        }
        try await device.control.call("Validate", Self.document)
        #expect(device.daemon.store.device.state == before)
        #expect(try await device.journal("scenario.loaded").isEmpty)
    }

    @Test("Concurrent loads and resets of several programs: no reader ever sees parts of two")
    func together() async throws {
        let names = (1...4).map { "hours-\($0)" }
        try await load(document(hours: 1), on: device)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for hours in 1...4 {
                let loader = try await control(device)
                group.addTask {
                    for _ in 1...5 {
                        let before = try await loader.call("Load", document(hours: hours)).decode(as: String.self)
                        try expectWhole(before, names)
                    }
                }
            }
            let (reader, resetter) = (try await control(device), try await control(device))
            group.addTask {
                for _ in 1...20 { try expectWhole(try await reader.call("SaveSnapshot").decode(as: String.self), names) }
            }
            group.addTask { for _ in 1...5 { try await resetter.call("Reset", VariantDictionary()) } }
            try await group.waitForAll()
        }
        #expect(try await device.journal("scenario.loaded").count == 21)
    }

    private func control(_ device: TestDevice) async throws -> InterfaceProxy {
        try await InterfaceProxy.control(device.bus.connect())
    }

    /// A scenario that state, clock, answers and faults show.
    private func document(hours: Int) -> String {
        """
        {"schema": "vsa-scenario/1", "name": "hours-\(hours)", "clock": {"device": {"offset": "\(hours)h"}},
         "answers": [{"on": "picker", "answer": "cancel", "times": \(hours)}],
         "faults": [{"id": "hours-\(hours)", "at": "vsa.metadata", "delay": "5ms"}]}
        """
    }

    /// Expects that all parts of a snapshot are of the same scenario.
    private func expectWhole(_ text: String, _ names: [String]) throws {
        let snapshot = try DeviceSnapshot(document: JSON(parsing: Array(text.utf8)), baseline: .builtIn, machine: 0)
        let name = try #require(snapshot.state.scenario?.name)
        let hours = try #require(names.firstIndex(of: name)) + 1
        #expect(snapshot.clock == .offset(milliseconds: Int64(hours) * 3_600_000))
        #expect(snapshot.faults.entries.map(\.fault.id) == [name])
        #expect(snapshot.answers.map { Int($0.times) } == [hours])
    }
}
