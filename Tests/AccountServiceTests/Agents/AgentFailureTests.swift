import DBus
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Agents that fail, leave, send invalid replies, are slow", .device, .timeLimit(.minutes(5)))
struct AgentFailureTests {
    @Test("Queued answers are used before agents; of two agents the newest is asked")
    func order() async throws {
        let older = try await device.agent()
        let newer = try await device.agent()
        let app = try await device.askingApp()
        try await device.answer("access", "dismiss")
        _ = try await app.requestAccess("t1").failure()
        let request = try await app.requestAccess("t2")
        try await newer.next().answer("granted")
        _ = try await request.completion()
        #expect(newer.log.events == ["RequestAccess"])
        #expect(older.log.events.isEmpty)
    }

    @Test("An agent that crashes: the next one gets the same prompt; without another: as if dismissed, the journal says why")
    func crash() async throws {
        let older = try await device.agent()
        let newer = try await device.agent()
        let request = try await device.askingApp().requestAccess()
        let first = try await newer.next()
        await newer.connection.close()
        let second = try await older.next()
        #expect(second.details == first.details)
        await older.connection.close()
        let (name, info) = try await request.failure()
        #expect(name == "UserCancelled")
        #expect(try info.required("access-status", as: String.self) == "not-determined")
        let journal = try await device.journal()
        #expect(journal.filter { $0.hasPrefix("agent.failed | agent :") }.count == 2)
        #expect(journal.contains("prompt.ended | nobody could be asked"))
        try await until("both are forgotten") { try await device.agents().isEmpty }
    }

    @Test("An agent that answers with an error, or has no object there: the next one is asked")
    func error() async throws {
        let older = try await device.agent()
        let newer = try await device.agent()
        let app = try await device.askingApp()
        let request = try await app.requestAccess("t1")
        try await newer.next().fail()
        try await older.next().answer("denied")
        _ = try await request.completion()
        // It is still there, and asked first again.
        #expect(try await device.agents().count == 2)
        try await device.control.call("ResetAccess", "com.example.player")
        await newer.connection.unexport(TestAgent.path)
        let second = try await app.requestAccess("t2")
        try await older.next().answer("granted")
        #expect(try await second.completion().required("access-status", as: String.self) == "granted")
    }

    @Test(
        "After an invalid reply to the permission prompt the next agent is asked",
        arguments: [
            ([BusValue.string("perhaps")], ["s"]), ([.uint32(7)], ["u"]), ([], []),
            ([.string("granted"), .string("")], ["s", "s"]), ([.string(String(repeating: "granted", count: 10_000))], ["s"]),
        ]
            as [([BusValue], [String])])
    func accessNonsense(values: [BusValue], types: [String]) async throws {
        try await nonsense(to: "RequestAccess", values, types) { app in
            try await app.requestAccess()
        } honest: {
            $0.answer("denied")
        }
    }

    @Test(
        "After an invalid reply to the picker the next agent is asked",
        arguments: [
            ([BusValue.string("provider"), .string("nobody.example")], ["s", "s"]),
            ([.string("provider"), .string("")], ["s", "s"]),
            ([.string("maybe"), .string("")], ["s", "s"]), ([.string("provider")], ["s"]),
        ] as [([BusValue], [String])])
    func pickerNonsense(values: [BusValue], types: [String]) async throws {
        try await nonsense(to: "ChooseProvider", values, types) { app in
            try await app.requestMetadata()
        } honest: {
            $0.answer("cancel", "")
        }
    }

    @Test(
        "After an invalid reply to the form the next agent is asked",
        arguments: [
            [:], ["username": BusVariant("alice")], ["username": BusVariant(1 as UInt32), "password": BusVariant("x")],
            ["cancel": BusVariant("yes")],
        ] as [VariantDictionary])
    func formNonsense(details: VariantDictionary) async throws {
        let one: VariantDictionary = ["supported-account-provider-identifiers": BusVariant(["alpha.example"])]
        try await nonsense(to: "SignIn", [details.dbusValue], ["a{sv}"]) { app in
            try await app.requestMetadata("t1", one)
        } honest: {
            $0.answer(["cancel": BusVariant(true)] as VariantDictionary)
        }
    }

    private func nonsense(
        to member: String, _ values: [BusValue], _ types: [String], request: (TestApp) async throws -> TestRequest,
        honest: (TestAgent.Asked) -> Void
    ) async throws {
        let older = try await device.agent()
        let newer = try await device.agent(types: [member: types])
        let request = try await request(device.askingApp())
        try await newer.next(member).answer(values: values)
        honest(try await older.next(member))
        _ = try await request.end()
        #expect(try await device.journal().filter { $0.hasPrefix("agent.nonsense | agent :") }.count == 1)
        // One wrong answer does not unregister an agent.
        #expect(try await device.agents().count == 2)
    }

    @Test("An agent that unregisters while it is asked gets Cancel, and the next one is asked")
    func unregister() async throws {
        let older = try await device.agent()
        let newer = try await device.agent()
        let request = try await device.askingApp().requestAccess()
        let late = try await newer.next()
        try await newer.unregister()
        let asked = try await older.next()
        _ = try await newer.log.next("Cancel") { $0 == "Cancel" }
        late.answer("granted")
        asked.answer("denied")
        #expect(try await request.completion().required("access-status", as: String.self) == "denied")
    }

    @Test("The answer of an agent that leaves directly after it counts", arguments: ["unregisters", "leaves the bus"])
    func leavesAfterAnswer(way: String) async throws {
        let app = try await device.askingApp()
        for round in 1...20 {
            let agent = try await device.agent()
            let request = try await app.requestAccess("t\(round)")
            try await agent.next().answer("granted")
            await agent.connection.answered()
            if way == "unregisters" { try await agent.unregister() }
            await agent.connection.flush()
            await agent.connection.close()
            #expect(try await request.completion().required("access-status", as: String.self) == "granted")
            try await device.control.call("ResetAccess", "com.example.player")
        }
    }

    @Test("Cancel of the request: the agent gets Cancel, the next prompt at once, and a late reply has no effect")
    func cancel() async throws {
        let agent = try await device.agent()
        let app = try await device.askingApp()
        let first = try await app.requestAccess("first")
        let late = try await agent.next()
        let second = try await app.requestAccess("second")
        try await first.object.call("Cancel")
        #expect(try await first.failure().name == "UserCancelled")
        let asked = try await agent.next()
        #expect(agent.log.events == ["RequestAccess", "Cancel", "RequestAccess"])
        late.answer("denied")
        asked.answer("granted")
        #expect(try await second.completion().required("access-status", as: String.self) == "granted")
    }

    @Test("The caller leaves, or it is decided elsewhere: the agent gets Cancel")
    func withdrawn() async throws {
        let agent = try await device.agent()
        let leaving = try await device.askingApp("com.example.leaving")
        _ = try await leaving.requestAccess()
        _ = try await agent.next()
        await leaving.connection.close()
        _ = try await agent.log.next("Cancel") { $0 == "Cancel" }
        let request = try await device.askingApp().requestAccess()
        _ = try await agent.next()
        try await device.control.call("SetAccessStatus", "com.example.player", "denied")
        #expect(try await request.completion().required("access-status", as: String.self) == "denied")
        _ = try await agent.log.next("Cancel") { $0 == "Cancel" }
        let journal = try await device.journal()
        #expect(journal.contains("prompt.ended | the app left the bus"))
        #expect(journal.contains("prompt.ended | it was decided elsewhere"))
    }

    @Test("A prompt outlives every time limit of the bus: 26 seconds")
    func slow() async throws {
        let agent = try await device.agent()
        let request = try await device.askingApp().requestAccess()
        let asked = try await agent.next()
        // The usual limit of a call is 25 seconds, for callers of every D-Bus library.
        let end = ContinuousClock.now + .seconds(26)
        try await until("the usual limit is over") { ContinuousClock.now >= end }
        #expect(request.names.isEmpty)
        asked.answer("granted")
        #expect(try await request.completion().required("access-status", as: String.self) == "granted")
    }
}
