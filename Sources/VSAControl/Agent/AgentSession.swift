import DBus
import DeviceInterfaces
import TVWorld

/// An agent session with the device: registers, answers prompts, and unregisters.
struct AgentSession: Sendable {
    /// The reason why an agent ends.
    enum End: Sendable, Equatable {
        /// Its task was cancelled, because of a signal.
        case signaled
        /// The device no longer needs it.
        case released
        /// The device or the bus has exited.
        case deviceLeft
        /// It has answered the requested number of prompts.
        case finished
        /// It has used all of its input.
        case inputEnded
        /// Its input ended before a prompt was answered.
        case promptLeftOpen
    }

    /// The end of an agent; the first one counts.
    final class Ending: Sendable {
        private let ends: AsyncStream<End>
        private let continuation: AsyncStream<End>.Continuation

        init() { (ends, continuation) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1)) }

        func end(_ end: End) { continuation.yield(end) }

        func wait() async -> End {
            for await end in ends { return end }
            return .signaled
        }
    }

    static let path: ObjectPath = "/org/vsasim/Agent"

    var device: DeviceControl
    var name: String
    /// The number of prompts to answer; nil: all.
    var times: UInt32?
    var answerer: any Answerer
    var report: @Sendable (AgentEvent) -> Void

    /// Registers the agent and answers prompts until the end, at the latest until the task is cancelled. The agent is
    /// unregistered when this returns.
    ///
    /// - Throws: `Failure` if the device cannot be reached or rejects the agent.
    func run(_ ending: Ending) async throws -> End {
        let (owner, ownerChanges, queue) = try await register(ending)
        report(.registered(name: name))
        let watching = Task {
            // The bus also reports that it has started the device.
            for await change in ownerChanges where (try? NameOwnerChange(change))?.newOwner != owner { break }
            ending.end(.deviceLeft)
        }
        let end = await ending.wait()
        watching.cancel()
        // In a separate task, because this one may be cancelled.
        await Task { await leave(end, queue) }.value
        return end
    }

    /// Starts the device if it is not running, and registers the agent with it.
    ///
    /// - Returns: The unique name of the device, the changes of the owner of its name, and the prompts.
    private func register(_ ending: Ending) async throws -> (BusName, BusSignalStream, AgentQueue) {
        let queue = AgentQueue(self, ending)
        do {
            let changes = try await device.connection.signals(.nameOwnerChanged(of: SubscriberAccountInterface.busName))
            _ = try await device.status()
            guard let owner = try await device.connection.nameOwner(SubscriberAccountInterface.busName) else {
                throw Failure(.unreachable, "the device (vsad) has left the bus")
            }
            let object = try Self.object(queue, owner: owner) { ending.end(.released) }
            try await device.connection.export(object, at: Self.path)
            _ = try await manager(
                AgentManagerInterface.Member.registerAgent,
                [Self.path, [AgentManagerInterface.Key.name: BusVariant(name)] as VariantDictionary])
            return (owner, changes, queue)
        } catch {
            // The connection holds the object, and the object's queue the session with the connection.
            await device.connection.close()
            throw Failure.device(error)
        }
    }

    /// Waits until the open prompts have been answered or refused, then unregisters the agent.
    private func leave(_ end: End, _ queue: AgentQueue) async {
        if end != .finished, end != .inputEnded { queue.close() }
        await device.connection.answered()
        if end != .deviceLeft, end != .released {
            _ = try? await manager(AgentManagerInterface.Member.unregisterAgent, [Self.path])
        }
        await device.connection.flush()
        await device.connection.close()
    }

    private func manager(_ member: MemberName, _ arguments: [any BusValueConvertible]) async throws -> BusMessage {
        try await device.connection.call(
            SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path, interface: AgentManagerInterface.name,
            member: member, arguments: arguments)
    }

    /// Returns the agent's object, which replies only to the device: others could otherwise ask a user for a password.
    private static func object(
        _ queue: AgentQueue, owner: BusName, release: @escaping @Sendable () -> Void
    ) throws -> ExportedObject {
        let prompt = MethodHandler.deciding { call in
            let question = try AgentQuestion(call)
            let answer = try queue.take(question)
            return .later { try await answer().results(for: question.kind) }
        }
        let bound = try BoundInterface(
            AgentInterface.described(),
            authorize: { caller in
                guard caller.sender == owner else {
                    throw ErrorReply(.accessDenied, message: "this agent answers the device (vsad) only")
                }
            },
            methods: [
                AgentInterface.Member.requestAccess: prompt, AgentInterface.Member.chooseProvider: prompt,
                AgentInterface.Member.signIn: prompt, AgentInterface.Member.authorizeAutoSignIn: prompt,
                AgentInterface.Member.cancel: .immediate { _ in
                    queue.withdraw()
                    return []
                },
                AgentInterface.Member.release: .immediate { _ in
                    release()
                    return []
                },
            ])
        return ExportedObject(interfaces: [bound])
    }
}

/// A type that answers prompts, one at a time. Withdrawing a prompt cancels the task.
protocol Answerer: Sendable {
    /// Answers a prompt.
    ///
    /// - Throws: ``NoAnswer`` if the next agent is to be asked, `CancellationError` if the prompt was withdrawn.
    func answer(_ question: AgentQuestion) async throws -> PromptAnswer
    /// Whether it cannot answer any further prompts.
    var isExhausted: Bool { get async }
}

extension Answerer {
    var isExhausted: Bool { get async { false } }
}

/// The reason why an agent does not answer a prompt.
struct NoAnswer: Error, Sendable, Equatable {
    /// The reason for the device's journal.
    var reason: String
    /// Whether the agent must end.
    var isFinal = false
}
