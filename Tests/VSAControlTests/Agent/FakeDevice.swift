import DBus
import DeviceInterfaces
import ProjectTesting
import Synchronization
import TVWorld

@testable import VSAControl

/// A replacement for vsad from the agents' view: they register, and it sends them prompts.
final class FakeDevice: Sendable {
    /// The device's side of the bus.
    let connection: Connection
    private let registered = Mutex<BusName?>(nil)

    /// Takes the device's name on a bus.
    init(on bus: TestBus) async throws {
        let control = try await FakeControl(on: bus)
        control.answer(ControlInterface.Member.getStatus) { _ in
            [[ControlInterface.Key.version: BusVariant("1")] as VariantDictionary]
        }
        connection = control.connection
        let manager = try BoundInterface(
            AgentManagerInterface.described(),
            methods: [
                AgentManagerInterface.Member.registerAgent: .immediate { [self] call in
                    registered.withLock { $0 = call.sender }
                    return []
                },
                AgentManagerInterface.Member.unregisterAgent: .immediate { [self] _ in
                    registered.withLock { $0 = nil }
                    return []
                },
            ])
        try await connection.export(ExportedObject(interfaces: [manager]), at: SubscriberAccountInterface.path)
    }

    /// The agent that is registered.
    var agent: BusName? { registered.withLock { $0 } }

    /// Prompts the registered agent.
    func ask(_ member: MemberName, _ arguments: [any BusValueConvertible] = [], as connection: Connection? = nil) async throws
        -> BusMessage
    {
        try await (connection ?? self.connection).call(
            agent, path: AgentSession.path, interface: AgentInterface.name, member: member, arguments: arguments,
            timeout: .seconds(60))
    }

    /// The permission prompt.
    func askForAccess(_ application: String = "com.example.player") async throws -> String {
        try await ask(AgentInterface.Member.requestAccess, [application, VariantDictionary()]).decode(as: String.self)
    }
}

/// A user who answers when a test decides.
actor HeldAnswerer: Answerer {
    private var waiting: [CheckedContinuation<PromptAnswer, any Error>] = []
    private(set) var asked: [AgentQuestion] = []
    private(set) var withdrawn = 0

    func answer(_ question: AgentQuestion) async throws -> PromptAnswer {
        asked.append(question)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if Task.isCancelled { return waiter.resume(throwing: CancellationError()) }
                waiting.append(waiter)
            }
        } onCancel: {
            Task { await self.withdraw() }
        }
    }

    /// Answers the open prompt.
    func give(_ result: Result<PromptAnswer, any Error>) {
        guard !waiting.isEmpty else { return }
        waiting.removeFirst().resume(with: result)
    }

    private func withdraw() {
        withdrawn += 1
        give(.failure(CancellationError()))
    }
}
