import DBus
import DeviceInterfaces
import ProjectTesting
import TVWorld
import Testing

@testable import VSAControl

@Suite("an agent on the bus")
struct AgentSessionTests {
    /// What is available to a test while an agent is registered.
    private struct Stage: Sendable {
        let bus: TestBus
        let device: FakeDevice
        let events: Recorder<AgentEvent>
        let running: Task<AgentSession.End, any Error>
    }

    /// Runs a test with a registered agent.
    ///
    /// - Returns: How the agent ended.
    private func with(
        _ answerer: any Answerer, times: UInt32? = nil, _ test: (Stage) async throws -> Void
    ) async throws -> AgentSession.End {
        try await TestBus.with { bus in
            let device = try await FakeDevice(on: bus)
            let events = Recorder<AgentEvent>()
            let session = AgentSession(
                device: try await DeviceControl.connect(address: bus.address), name: "test", times: times, answerer: answerer
            ) { events.record($0) }
            let running = Task { try await session.run(AgentSession.Ending()) }
            try await until("the agent is registered") { device.agent != nil }
            try await test(Stage(bus: bus, device: device, events: events, running: running))
            running.cancel()
            let end = try await within { try await running.value }
            #expect(device.agent == nil || end == .deviceLeft || end == .released)
            await device.connection.close()
            return end
        }
    }

    private func automatic(_ values: String...) throws -> AutomaticAnswers {
        try AutomaticAnswers(
            values, providers: [ProviderRecord(id: "alpha.example", name: "A", mvpd: "A", subscribers: ["alice"])])
    }

    @Test("every kind of prompt is answered with the interface's values")
    func answers() async throws {
        let end = try await with(try automatic("granted", "alpha.example", "wrong-password", "alice", "cancel")) { stage in
            #expect(try await stage.device.askForAccess() == "granted")
            let row: VariantDictionary = ["provider-identifier": BusVariant("alpha.example"), "name": BusVariant("Alpha Cable")]
            let picker = try await stage.device.ask(
                AgentInterface.Member.chooseProvider, [["application-id": BusVariant("a")] as VariantDictionary, [row]])
            let (outcome, provider) = try picker.decode(as: String.self, String.self)
            #expect(outcome == "provider")
            #expect(provider == "alpha.example")
            let again = try await stage.device.ask(AgentInterface.Member.chooseProvider, [VariantDictionary(), [row]])
            #expect(try again.decode(as: String.self, String.self).0 == "cancel")
            func signIn() async throws -> VariantDictionary {
                try await stage.device.ask(AgentInterface.Member.signIn, ["alpha.example", VariantDictionary()]).decode(
                    as: VariantDictionary.self)
            }
            #expect(
                try await signIn() == ["username": BusVariant("alice"), "password": BusVariant("wrong-password")])
            #expect(try await signIn() == ["username": BusVariant("alice"), "password": BusVariant("alice")])
            #expect(try await signIn() == ["cancel": BusVariant(true)])
            let automatic = try await stage.device.ask(AgentInterface.Member.authorizeAutoSignIn, ["a", VariantDictionary()])
            #expect(try automatic.decode(as: String.self) == "granted")
        }
        #expect(end == .signaled)
    }

    @Test("a prompt without an answer is an error, and the agent stays")
    func noAnswer() async throws {
        _ = try await with(try automatic("alice")) { stage in
            let error = await #expect(throws: RemoteError.self) { try await stage.device.askForAccess() }
            #expect(error?.name.string == "org.freedesktop.DBus.Error.NotSupported")
            #expect(stage.device.agent != nil)
        }
    }

    @Test("after the given number of prompts the agent leaves, and the last answer arrives")
    func times() async throws {
        for _ in 0..<20 {
            let end = try await with(try automatic("granted"), times: 2) { stage in
                #expect(try await stage.device.askForAccess() == "granted")
                #expect(try await stage.device.askForAccess() == "granted")
                try await until("the agent has left") { stage.device.agent == nil }
            }
            #expect(end == .finished)
        }
    }

    @Test("a withdrawn prompt disappears, and the next one is shown")
    func withdrawn() async throws {
        let user = HeldAnswerer()
        _ = try await with(user) { stage in
            let first = Task { try await stage.device.askForAccess("one") }
            try await until("the first is asked") { await user.asked.count == 1 }
            _ = try await stage.device.ask(AgentInterface.Member.cancel)
            let error = await #expect(throws: RemoteError.self) { _ = try await first.value }
            #expect(error != nil)
            let second = Task { try await stage.device.askForAccess("two") }
            try await until("the second is asked") { await user.asked.count == 2 }
            await user.give(.success(.denied))
            #expect(try await second.value == "denied")
            #expect(await user.withdrawn == 1)
            let question = await user.asked[0]
            #expect(stage.events.events.contains(.withdrawn(question)))
        }
    }

    @Test("a withdrawal that follows its prompt at once still finds it", arguments: 0..<10)
    func quickWithdrawal(round: Int) async throws {
        let user = HeldAnswerer()
        _ = try await with(user) { stage in
            let asked = Task { try await stage.device.askForAccess() }
            _ = try? await stage.device.ask(AgentInterface.Member.cancel)
            // In either order of the two calls, the prompt is gone, or it is shown and the next withdrawal removes it.
            try await until("the prompt is asked or gone") {
                let count = await user.asked.count
                let isOver = stage.events.events.contains { if case .withdrawn = $0 { true } else { false } }
                return count > 0 || isOver
            }
            _ = try await stage.device.ask(AgentInterface.Member.cancel)
            await #expect(throws: RemoteError.self) { _ = try await asked.value }
        }
    }

    @Test("prompts are shown one after the other, also when the device sends two at once")
    func serial() async throws {
        let user = HeldAnswerer()
        _ = try await with(user) { stage in
            let first = Task { try await stage.device.askForAccess("one") }
            try await until("the first is asked") { await user.asked.count == 1 }
            let second = Task { try await stage.device.askForAccess("two") }
            _ = try await stage.device.connection.call(
                stage.device.agent, path: AgentSession.path, interface: "org.freedesktop.DBus.Peer", member: "Ping")
            #expect(await user.asked.count == 1)
            await user.give(.success(.granted))
            #expect(try await first.value == "granted")
            try await until("the second is asked") { await user.asked.count == 2 }
            await user.give(.success(.denied))
            #expect(try await second.value == "denied")
        }
    }

    @Test("only the device may prompt: other programs could request a password")
    func strangers() async throws {
        let user = HeldAnswerer()
        _ = try await with(user) { stage in
            let stranger = try await stage.bus.connect()
            let error = await #expect(throws: RemoteError.self) {
                _ = try await stage.device.ask(
                    AgentInterface.Member.signIn, ["alpha.example", VariantDictionary()], as: stranger)
            }
            #expect(error?.name == .accessDenied)
            #expect(await user.asked.isEmpty)
            await stranger.close()
        }
    }

    @Test("prompts with keys of wrong types are rejected, and the agent stays")
    func wrongTypes() async throws {
        _ = try await with(try automatic("granted")) { stage in
            let details: VariantDictionary = ["usage-description": BusVariant(UInt32(1))]
            let error = await #expect(throws: RemoteError.self) {
                _ = try await stage.device.ask(AgentInterface.Member.requestAccess, ["a", details])
            }
            #expect(error?.name == .invalidArguments)
            let outcome = try await stage.device.askForAccess()
            #expect(outcome == "granted")
        }
    }

    @Test("the device leaves the bus: the agent ends, and its open prompt disappears")
    func deviceLeft() async throws {
        let user = HeldAnswerer()
        let end = try await with(user) { stage in
            let asked = Task { try await stage.device.askForAccess() }
            try await until("the prompt is asked") { await user.asked.count == 1 }
            await stage.device.connection.close()
            try await until("the question is gone") { await user.withdrawn == 1 }
            _ = await asked.result
        }
        #expect(end == .deviceLeft)
    }

    @Test("the device releases the agent")
    func released() async throws {
        let end = try await with(try automatic("granted")) { stage in
            _ = try await stage.device.ask(AgentInterface.Member.release)
        }
        #expect(end == .released)
    }

    @Test("terminated during a prompt: the device gets an error, not silence")
    func told() async throws {
        let user = HeldAnswerer()
        _ = try await with(user) { stage in
            let asked = Task { try await stage.device.askForAccess() }
            try await until("the prompt is asked") { await user.asked.count == 1 }
            stage.running.cancel()
            await #expect(throws: RemoteError.self) { try await asked.value }
        }
    }
}
