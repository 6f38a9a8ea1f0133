import DBus
import DeviceInterfaces
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import AccountCore
@testable import AccountService

@Suite("The graphical agent, which the bus starts", .device, .timeLimit(.minutes(5)))
struct ActivatedAgentTests {
    @Test("Asked if no agent is registered; released when no request needs it any more, and not between two prompts")
    func asked() async throws {
        let picker = try await device.picker()
        let request = try await device.askingApp().requestMetadata()
        try await picker.next("ChooseProvider").answer("provider", "alpha.example")
        try await picker.next("SignIn").answer(
            ["username": BusVariant("alice"), "password": BusVariant("alice")] as VariantDictionary)
        _ = try await request.completion()
        _ = try await picker.log.next("Release") { $0 == "Release" }
        #expect(picker.log.events == ["ChooseProvider", "SignIn", "Release"])
        #expect(try await device.journal().contains("prompt.answered | alice | agent org.vsasim.Picker1"))
    }

    @Test("Asked after every registered agent")
    func last() async throws {
        let picker = try await device.picker()
        let agent = try await device.agent()
        let request = try await device.askingApp().requestAccess()
        try await agent.next().fail()
        try await picker.next().answer("granted")
        _ = try await request.completion()
    }

    @Test("C5 ListAgents has it after the registered ones while it runs, with its process and program")
    func listed() async throws {
        let picker = try await device.picker()
        let registered = try await device.agent("Registered")
        let listed = try await device.agents()
        #expect(try listed.map { try $0.required("name", as: String.self) } == ["Registered", "Picker"])
        let last = try #require(listed.last)
        #expect(try last.required("sender", as: String.self) == picker.connection.uniqueName?.string)
        #expect(try last.required("path", as: ObjectPath.self) == AgentInterface.path)
        #expect(try last.required("process-id", as: UInt32.self) == UInt32(getpid()))
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #expect(try last.required("program", as: String.self) == program)
        await picker.connection.close()
        try await until("it is gone") { try await device.agents().count == 1 }
        try await registered.unregister()
    }

    @Test("It crashes: as if dismissed, and it is not started again for the same prompt")
    func dies() async throws {
        let picker = try await device.picker()
        let request = try await device.askingApp().requestAccess()
        _ = try await picker.next()
        await picker.connection.close()
        #expect(try await request.failure().name == "UserCancelled")
        let journal = try await device.journal()
        #expect(journal.contains { $0.hasPrefix("agent.failed | agent org.vsasim.Picker1") })
        #expect(journal.contains("prompt.ended | nobody could be asked"))
    }

    @Test("A prompt while it is leaving after Release starts it again")
    func leaving() async throws {
        let first = try await device.picker()
        let app = try await device.askingApp()
        let request = try await app.requestAccess("t1")
        try await first.next().answer("dismiss")
        _ = try await request.failure()
        _ = try await first.log.next("Release") { $0 == "Release" }
        let second = try await app.requestAccess("t2")
        _ = try await first.next()
        // It has received the call, and leaves without a reply; its successor takes the name.
        let successor = try await TestAgent(try await device.bus.connect(), at: AgentInterface.path)
        let waiting = Task { try await successor.connection.requestName(AgentInterface.busName, queue: true) }
        try await until("the successor waits in line") {
            try await device.control.connection.call(
                .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "ListQueuedOwners",
                arguments: [AgentInterface.busName]
            ).decode(as: [String].self).count == 2
        }
        _ = try await waiting.value
        await first.connection.close()
        try await successor.next().answer("granted")
        #expect(try await second.completion().required("access-status", as: String.self) == "granted")
    }

    @Test("An owner of its name that is in a sandbox, or may be, is not asked", arguments: [true, nil])
    func sandboxedOwner(isSandboxed: Bool?) async throws {
        let picker = try await device.picker()
        let looked = Recorder<BusName>()
        let calls = AgentCalls(bus: WeakConnection(connection: device.connection)) { owner in
            looked.record(owner)
            guard let isSandboxed else { throw ErrorReply(.accessDenied, message: "it cannot be determined") }
            return isSandboxed
        }
        let request = InterruptingRequest(
            id: try RequestID(owner: ":1.5", token: "t"), application: try ApplicationID("com.example.player"),
            kind: .autoSignIn)
        let prompt = Prompt(id: StepID(1), request: request, question: .autoSignIn)
        let event = await calls.ask(prompt, .activated, isLeaving: false)
        guard case .agentFailed(prompt.id, agent: "org.vsasim.Picker1", .gone(let reason)) = event else {
            Issue.record("\(event)")
            return
        }
        #expect(reason.contains(isSandboxed == nil ? "cannot be determined" : "belongs to an app in a sandbox"))
        #expect(looked.events == [picker.connection.uniqueName])
        #expect(picker.log.events.isEmpty)
    }

    @Test("It is called by its unique name, so that no other program receives its calls")
    func uniqueName() async throws {
        let picker = try await device.picker()
        let request = try await device.askingApp().requestAccess()
        let asked = try await picker.next()
        #expect(asked.destination == picker.connection.uniqueName)
        asked.answer("granted")
        _ = try await request.completion()
    }
}

@Suite("The start of the graphical agent by the bus", .timeLimit(.minutes(5)))
struct AgentActivationTests {
    @Test("The bus starts it and it does not appear: the prompt ends with the reason long before the bus gives up")
    func failedStart() async throws {
        let idle = ActivatableService(name: AgentInterface.busName.string, executable: "/bin/sleep", arguments: ["60"])
        try await TestBus.with(services: [idle]) { bus in
            let connection = try await bus.connect()
            let calls = AgentCalls(
                bus: WeakConnection(connection: connection), isSandboxed: { _ in false }, startLimit: .milliseconds(50))
            let request = InterruptingRequest(
                id: try RequestID(owner: ":1.5", token: "t"), application: try ApplicationID("com.example.player"),
                kind: .autoSignIn)
            let event = await calls.ask(
                Prompt(id: StepID(1), request: request, question: .autoSignIn), .activated, isLeaving: false)
            let reason = "the bus did not start org.vsasim.Picker1 within 0.05 seconds"
            #expect(event == .agentFailed(StepID(1), agent: "org.vsasim.Picker1", .gone(reason: reason)))
        }
    }

    @Test("The bus starts it; it answers when it owns its name")
    func activated() async throws {
        try await Workspace.with { workspace in
            let mark = workspace.folder.path("started")
            let service = ActivatableService(
                name: AgentInterface.busName.string, executable: "/bin/sh", arguments: ["-c", "touch \(mark); exec sleep 600"])
            try await TestDevice.with(services: [service]) { device in
                let request = try await device.askingApp().requestAccess()
                try await until("the bus has started it") { FileManager.default.fileExists(atPath: mark) }
                let picker = try await device.picker()
                try await picker.next().answer("granted")
                #expect(try await request.completion().required("access-status", as: String.self) == "granted")
            }
        }
    }

    @Test("It cannot be started: as if dismissed, and the journal says why")
    func cannotStart() async throws {
        let service = ActivatableService(name: AgentInterface.busName.string, executable: "/bin/false")
        try await TestDevice.with(services: [service]) { device in
            let failure = try await device.askingApp().requestAccess().failure()
            #expect(failure.name == "UserCancelled")
            let failed = try await device.journal().filter { $0.hasPrefix("agent.failed | agent org.vsasim.Picker1 | ") }
            #expect(failed.count == 1)
            #expect(failed.first?.contains("Spawn") == true)
        }
    }
}

extension TestDevice {
    /// The graphical agent, in this process: it owns the name when this returns.
    fileprivate func picker() async throws -> TestAgent {
        let agent = try await TestAgent(try await bus.connect(), at: AgentInterface.path)
        try await agent.connection.requestName(AgentInterface.busName)
        return agent
    }
}
