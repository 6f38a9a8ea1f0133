import AccountCore
import DBus
import DeviceInterfaces

/// Calls agents and parses their replies. No question has a time limit: a user may take any time.
struct AgentCalls: Sendable {
    let bus: WeakConnection
    /// Returns whether a connection is in a sandbox; throws an error if that cannot be determined.
    let isSandboxed: @Sendable (BusName) async throws -> Bool
    /// The time that the bus may take to start an agent.
    var startLimit: Duration = .seconds(25)

    /// Passes a prompt to an agent.
    ///
    /// - Parameter isLeaving: Whether the agent was released and may leave; if it has, it is started again.
    /// - Returns: The answer, or the reason why there is none.
    func ask(_ prompt: Prompt, _ agent: Agent, isLeaving: Bool) async -> RequestEvent {
        func failed(_ failure: AgentFailure) -> RequestEvent { .agentFailed(prompt.id, agent: agent.identifier, failure) }
        do {
            guard let owner = try await owner(of: agent) else { return .nobodyToAsk(prompt.id) }
            let reply = try await call(owner, agent, prompt)
            return .promptAnswered(prompt.id, try prompt.question.answer(in: reply), by: .agent(agent.identifier))
        } catch let error as RemoteError {
            if isLeaving, Self.isAbsence(error) { return await ask(prompt, agent, isLeaving: false) }
            return failed(.gone(reason: "it replied with \(error)"))
        } catch let error as ErrorReply {
            return failed(.gone(reason: error.message))
        } catch let error as ConnectionError where error == .replyTooLarge(limit: CallLimits.usual) {
            return failed(.invalidReply(reason: error.description))
        } catch let error as BusConversionError {
            return failed(.invalidReply(reason: error.description))
        } catch {
            return failed(.gone(reason: "\(error)"))
        }
    }

    /// Notifies an agent that its prompt has been withdrawn.
    func cancel(_ agent: Agent) async { await send(AgentInterface.Member.cancel, to: agent) }

    /// Notifies an agent that it is no longer needed.
    func release(_ agent: Agent) async { await send(AgentInterface.Member.release, to: agent) }

    /// Returns the connection to call: for the graphical agent, the current owner of its name, after the bus has started it if
    /// necessary. Any program can own that name, including one in a sandbox, which must not answer its own prompts or receive
    /// passwords.
    ///
    /// - Returns: Nil if there is none.
    /// - Throws: `ErrorReply` (AccessDenied) if the owner is in a sandbox, or that cannot be determined.
    private func owner(of agent: Agent) async throws -> BusName? {
        guard agent.isActivated else { return agent.owner }
        guard try await start(agent), let owner = try await connection().nameOwner(agent.owner) else { return nil }
        guard try await !isSandboxed(owner) else {
            throw ErrorReply(.accessDenied, message: "\(agent.owner) belongs to an app in a sandbox")
        }
        return owner
    }

    /// Asks the bus to start an agent if none is running. A bus that leaves the start to systemd does not notice when it fails,
    /// and waits for two minutes: longer than a program that is about to open a window takes.
    ///
    /// - Returns: Whether it is running.
    /// - Throws: `ErrorReply` if it does not start in time.
    private func start(_ agent: Agent) async throws -> Bool {
        let connection = try connection()
        do {
            try await connection.call(
                .bus, path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", member: "StartServiceByName",
                arguments: [agent.owner, 0 as UInt32], timeout: startLimit)
            return true
        } catch ConnectionError.timedOut {
            throw ErrorReply(.failed, message: "the bus did not start \(agent.owner) within \(startLimit)")
        } catch let error as RemoteError where error.name == .serviceUnknown {
            // No activatable agent is installed, but one may have been started manually.
            return try await connection.nameOwner(agent.owner) != nil
        }
    }

    private func call(_ owner: BusName, _ agent: Agent, _ prompt: Prompt) async throws -> BusMessage {
        let (member, arguments) = prompt.agentCall
        return try await connection().call(
            owner, path: agent.path, interface: AgentInterface.name, member: member, arguments: arguments, timeout: nil,
            replyByteLimit: CallLimits.usual)
    }

    private func send(_ member: MemberName, to agent: Agent) async {
        // Does not start the agent: one that is not running has nothing to end.
        try? await bus.connection?.send(
            agent.owner, path: agent.path, interface: AgentInterface.name, member: member, flags: .noAutoStart)
    }

    private func connection() throws -> Connection {
        guard let connection = bus.connection else { throw ConnectionError.disconnected }
        return connection
    }

    private static func isAbsence(_ error: RemoteError) -> Bool {
        [.noReply, .serviceUnknown, .nameHasNoOwner].contains(error.name)
    }
}
