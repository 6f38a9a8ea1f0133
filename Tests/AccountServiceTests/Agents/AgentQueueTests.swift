import DBus
import DeviceInterfaces
import PrivateSession
import ProjectTesting
import Testing

@testable import AccountService

@Suite("Agents: registration and turns", .device, .timeLimit(.minutes(5)))
struct AgentQueueTests {
    @Test("One prompt at a time for each agent; another app's waits for its turn")
    func turns() async throws {
        let agent = try await device.agent("One")
        let first = try await device.askingApp("com.example.first").requestAccess()
        let asked = try await agent.next()
        let second = try await device.askingApp("com.example.second").requestAccess()
        try await device.waitForStage("asking", of: second)
        let listed = try await device.agents()
        #expect(try listed.map { try $0.required("prompts", as: UInt32.self) } == [2])
        #expect(agent.log.events == ["RequestAccess"])
        asked.answer("granted")
        _ = try await first.completion()
        try await agent.next().answer("denied")
        #expect(try await second.completion().required("access-status", as: String.self) == "denied")
    }

    @Test("The next prompt of a request precedes those of other apps at the same agent")
    func continuation() async throws {
        let agent = try await device.agent()
        let first = try await device.askingApp("com.example.first").requestMetadata()
        let picker = try await agent.next("ChooseProvider")
        let second = try await device.askingApp("com.example.second").requestAccess()
        try await device.waitForStage("asking", of: second)
        picker.answer("provider", "alpha.example")
        try await agent.next("SignIn").answer(
            ["username": BusVariant("alice"), "password": BusVariant("alice")] as VariantDictionary)
        _ = try await first.completion()
        try await agent.next("RequestAccess").answer("granted")
        _ = try await second.completion()
        #expect(agent.log.events == ["ChooseProvider", "SignIn", "RequestAccess"])
    }

    @Test("A prompt that is withdrawn while it waits for the agent is never sent")
    func withdrawnInLine() async throws {
        let agent = try await device.agent()
        let first = try await device.askingApp("com.example.first").requestAccess()
        let asked = try await agent.next()
        let second = try await device.askingApp("com.example.second").requestAccess()
        try await device.waitForStage("asking", of: second)
        try await second.object.call("Cancel")
        _ = try await second.failure()
        asked.answer("granted")
        _ = try await first.completion()
        try await until("the agent has nothing to do") {
            try await device.agents().allSatisfy { try $0.required("prompts", as: UInt32.self) == 0 }
        }
        #expect(agent.log.events == ["RequestAccess"])
    }

    @Test("ListAgents: newest first; objects for callers who may use Control; the journal; removed when they leave")
    func list() async throws {
        let first = try await device.agent("First")
        let second = try await device.agent()
        let listed = try await device.agents()
        let owner = try #require(second.connection.uniqueName?.string)
        #expect(try listed.map { try $0.required("name", as: String.self) } == [owner, "First"])
        #expect(try listed.map { try $0.required("sender", as: String.self) }.first == owner)
        #expect(try listed[1].required("path", as: ObjectPath.self) == TestAgent.path)
        #expect(try listed[1].required("process-id", as: UInt32.self) > 0)
        func objects() async throws -> [VariantDictionary] {
            try await device.control.connection.deviceObjects().values.compactMap { $0[RegisteredAgentInterface.name] }
        }
        #expect(try await Set(objects().map { try $0.required("Name", as: String.self) }) == [owner, "First"])
        await second.connection.close()
        try await until("it is forgotten") { try await device.agents().count == 1 }
        try await first.unregister()
        #expect(try await objects().isEmpty)
        let journal = try await device.journal()
        #expect(journal.filter { $0 == "agent.registered" }.count == 2)
        #expect(journal.contains("agent.unregistered | it left the bus"))
        #expect(journal.contains("agent.unregistered | it unregistered"))
    }

    @Test("Registration: a path twice, one that is not there, a wrong name, too many of one connection")
    func registration() async throws {
        let agent = try await device.agent()
        func refusal(_ member: MemberName, _ path: ObjectPath, _ options: VariantDictionary? = nil) async throws -> RemoteError {
            try await #require(throws: RemoteError.self) {
                if let options {
                    try await agent.manager.call(member, path, options)
                } else {
                    try await agent.manager.call(member, path)
                }
            }
        }
        #expect(try await refusal("RegisterAgent", TestAgent.path, [:]).name == .invalidArguments)
        let wrong = try await refusal("RegisterAgent", "/other", ["name": BusVariant(7 as UInt32)])
        #expect(wrong.name == .invalidArguments)
        #expect(wrong.message.contains("name"))
        let long = try await refusal("RegisterAgent", "/other", ["name": BusVariant(String(repeating: "a", count: 256))])
        #expect(long.name == .invalidArguments)
        let unknown = try await refusal("UnregisterAgent", "/other")
        #expect(unknown.name == .invalidArguments)
        #expect(unknown.message.contains("path"))
        for index in 1..<Agents.maximumPerOwner { try await agent.register(try ObjectPath("/agent\(index)")) }
        #expect(try await refusal("RegisterAgent", "/more", [:]).name == .limitsExceeded)
        try await agent.unregister()
        try await agent.register("/more")
        #expect(try await device.agents().count == Agents.maximumPerOwner)
    }

    @Test("A daemon that exits releases its agents")
    func release() async throws {
        let agent = try await device.agent()
        await device.daemon.stop()
        _ = try await agent.log.next("Release") { $0 == "Release" }
    }
}
