import AccountCore
import DBus
import DeviceInterfaces
import TVWorld
import Testing
import VSATesting

@testable import AccountService

@Suite("Scenarios at the device", .timeLimit(.minutes(5)))
struct ScenarioTests {
    private static let document = """
        {"schema": "vsa-scenario/1", "name": "live-night", "seed": 42, "clock": {"device": {"offset": "31d"}},
         "apps": [{"id": "com.example.news"}, {"id": "com.example.player", "access": "granted"}],
         "account": {"provider": "alpha.example", "subscriber": "alice", "expires-in": "2h"}, "region": "US",
         "answers": [{"on": "picker", "answer": "cancel", "times": 2}], "unanswered": "hang",
         "faults": [{"id": "slow", "at": "vsa.metadata", "delay": "5ms"}, {"id": "down", "at": "service.authorize", "status": 503}],
         "developer": {"cache-buster": true}}
        """

    private func load(_ document: String, on device: TestDevice) async throws -> UInt64 {
        let generation = try await device.control.call("PrepareScenario", document).decode(as: UInt64.self)
        try await device.control.call("CommitScenario", generation)
        return generation
    }

    private func export(_ device: TestDevice) async throws -> Scenario {
        let text = try await device.control.call("ExportScenario").decode(as: String.self)
        return try Scenario(document: Array(text.utf8))
    }

    private func account(_ device: TestDevice) async throws -> Details {
        try await device.control.call("GetAccount").decode(as: Details.self)
    }

    @Test("Everything that a scenario says about the device is so, and an export loads to the same")
    func load() async throws {
        try await TestDevice.with { device in
            _ = try await load(Self.document, on: device)
            let now = device.clock.seconds() + 31 * 86_400
            #expect(try await account(device)["signed-in-at"] == Variant(now))
            #expect(try await account(device)["authentication-expiration-date"] == Variant(now + 7_200))
            #expect(try await device.app().accessStatus() == "granted")
            #expect(try await device.faults().map { $0["id"] } == [Variant("slow")])
            let answers = try await device.control.call("ListAnswers").decode(as: [Details].self)
            #expect(answers.map { $0["times"] } == [Variant(UInt32(2))])
            let status = try await device.control.call("GetStatus").decode(as: Details.self)
            #expect(status["unanswered"] == Variant("hang"))
            let exported = try await export(device)
            #expect(exported == (try Scenario(document: Array(Self.document.utf8))))
            _ = try await load(exported.document.serialized, on: device)
            #expect(try await export(device) == exported)
            #expect(try await device.journal("scenario.loaded").first?["name"] == Variant("live-night"))
        }
    }

    @Test("Reset returns to the scenario, also after a restart; empty leaves nothing")
    func baseline() async throws {
        try await TestDevice.with { device in
            _ = try await load(Self.document, on: device)
            try await device.control.call("SignOut", Details())
            try await device.control.call("ClearFaults", "")
            try await device.control.call("SetClock", "real")
            try await device.control.call("Reset", ["empty": Variant(true)] as Details)
            #expect(try await device.control.call("ListProviders").decode(as: [Details].self).isEmpty)
            let restarted = try await device.restarted()
            try await restarted.control.call("Reset", Details())
            #expect(try await account(restarted)["subscriber"] == Variant("alice"))
            #expect(try await restarted.faults().count == 1)
            let clock = try await restarted.control.call("GetClock").decode(as: Details.self)
            #expect(clock["specification"] == Variant("offset:2678400"))
            await restarted.daemon.stop()
        }
    }

    @Test("After a restart the scenario's faults, answers and policy are there as it begins with them, others are gone")
    func restart() async throws {
        try await TestDevice.with { device in
            _ = try await load(Self.document, on: device)
            try await device.addFault("vsa.access", ["id": Variant("by-hand"), "error": Variant("Rejected")])
            try await device.control.call("QueueAnswer", ["prompt": Variant("access"), "answer": Variant("denied")] as Details)
            try await device.control.call("SetUnanswered", "dismiss")
            try await device.control.call("ClearFaults", "slow")
            let restarted = try await device.restarted()
            #expect(try await restarted.faults().map { $0["id"] } == [Variant("slow")])
            let answers = try await restarted.control.call("ListAnswers").decode(as: [Details].self)
            #expect(answers.map { $0["prompt"] } == [Variant("picker")])
            let status = try await restarted.control.call("GetStatus").decode(as: Details.self)
            #expect(status["unanswered"] == Variant("hang"))
            let added = try await restarted.journal("fault.added").last
            #expect(added?["fault"] == Variant("slow"))
            await restarted.daemon.stop()
        }
    }

    @Test("What was loaded can be taken back: everything is as before")
    func rollBack() async throws {
        try await TestDevice.with { device in
            try await device.control.call("SignIn", "gamma.example", "bob", Details())
            try await device.addFault("vsa.access", ["id": Variant("mine"), "error": Variant("Rejected")])
            let before = device.daemon.store.device.state
            let generation = try await load(Self.document, on: device)
            try await device.control.call("RollBackScenario", generation)
            #expect(device.daemon.store.device.state == before)
            #expect(try await device.faults().map { $0["id"] } == [Variant("mine")])
            let restarted = try await device.restarted()
            #expect(restarted.daemon.store.device.state == before)
            await restarted.daemon.stop()
        }
    }

    @Test("A document with mistakes is refused with all of them, and a number that nobody gave is NotFound")
    func refusals() async throws {
        try await TestDevice.with { device in
            let before = device.daemon.store.device.state
            let error = try await #require(throws: RemoteError.self) {
                try await device.control.call(
                    "PrepareScenario",
                    #"{"schema": "vsa-scenario/1", "name": "x", "regoin": "US", "account": {"provider": "nobody"}}"#)
            }
            #expect(error.name == .invalidArguments)
            #expect(error.message.contains("regoin") && error.message.contains("nobody"), "\(error.message)")
            for (member, generation) in [("CommitScenario", UInt64(7)), ("RollBackScenario", 7)] {
                let error = try await #require(throws: RemoteError.self) {
                    try await device.control.connection.call(
                        SubscriberAccountInterface.busName, path: ControlInterface.path, interface: ControlInterface.name,
                        member: MemberName(member), arguments: [generation])
                }
                #expect(error.name == ControlInterface.Failure.notFound)
            }
            let generation = try await device.control.call("PrepareScenario", Self.document).decode(as: UInt64.self)
            #expect(device.daemon.store.device.state == before)
            try await device.control.call("RollBackScenario", generation)
            await #expect(throws: RemoteError.self) { try await device.control.call("CommitScenario", generation) }
        }
    }
}
