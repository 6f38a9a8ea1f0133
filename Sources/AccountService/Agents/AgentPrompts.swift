import AccountCore
import DBus

/// The prompts of the agents: each agent has one at a time, and the others wait in its queue.
actor AgentPrompts {
    /// Receives the outcome of a prompt; returns when it has been processed.
    typealias Report = @Sendable (RequestEvent) async -> Void

    private struct Asked {
        let prompt: Prompt
        let report: Report
    }

    private struct Line {
        let agent: Agent
        /// The agent's current prompt.
        var current: (asked: Asked, call: Task<RequestEvent, Never>)?
        /// Whether the next prompt must wait until the end of the previous one has been handled.
        var isHeld = false
        /// The request of the agent's last prompt: further prompts of that request precede those of others.
        var lastRequest: RequestID?
        var waiting: [Asked] = []

        var count: Int { waiting.count + (current == nil ? 0 : 1) }
    }

    private let agents: Agents
    private let calls: AgentCalls
    private var lines: [String: Line] = [:]
    /// The unfinished requests that needed the graphical agent.
    private var requestsOfActivated: Set<RequestID> = []
    /// Whether the graphical agent was released, and has not answered since.
    private var isActivatedLeaving = false

    init(agents: Agents, calls: AgentCalls) {
        self.agents = agents
        self.calls = calls
    }

    /// Passes a prompt to the newest agent that has not been asked, behind that agent's other prompts, or before them if its last
    /// prompt belonged to the same request.
    ///
    /// - Returns: Whether there is such an agent.
    func ask(_ prompt: Prompt, except tried: Set<String>, report: @escaping Report) -> Bool {
        guard let agent = agents.next(except: tried) else { return false }
        if agent.isActivated { requestsOfActivated.insert(prompt.request.id) }
        var line = lines[agent.identifier] ?? Line(agent: agent)
        let asked = Asked(prompt: prompt, report: report)
        line.waiting.insert(asked, at: prompt.request.id == line.lastRequest ? 0 : line.waiting.count)
        lines[agent.identifier] = line
        startNext(of: agent.identifier)
        return true
    }

    /// Withdraws a prompt. The agent that has it receives `Cancel`.
    func withdraw(_ step: StepID) async {
        for (identifier, line) in lines {
            if let index = line.waiting.firstIndex(where: { $0.prompt.id == step }) {
                lines[identifier]?.waiting.remove(at: index)
                return
            }
            guard let current = line.current, current.asked.prompt.id == step else { continue }
            current.call.cancel()
            lines[identifier]?.current = nil
            lines[identifier]?.isHeld = true
            await calls.cancel(line.agent)
            release(identifier)
            return
        }
    }

    /// Handles the end of a request. If no request needs the graphical agent any more, it may leave.
    func end(_ request: RequestID) async {
        guard requestsOfActivated.remove(request) != nil, requestsOfActivated.isEmpty else { return }
        isActivatedLeaving = true
        await calls.release(.activated)
    }

    /// Removes an agent that is no longer registered; its unanswered prompts are passed to the next one. An answer that it gave
    /// before it left counts, even if it has not been read yet.
    ///
    /// - Parameter isPresent: Whether it is still on the bus and can be notified.
    func remove(_ agent: Agent, reason: String, isPresent: Bool) async {
        guard let line = lines.removeValue(forKey: agent.identifier) else { return }
        // Ends the call only if its reply has not arrived.
        line.current?.call.cancel()
        if isPresent, line.current != nil { await calls.cancel(agent) }
        // Not awaited: the caller has more to do.
        Task {
            func failure(of asked: Asked) -> RequestEvent {
                .agentFailed(asked.prompt.id, agent: agent.identifier, .gone(reason: reason))
            }
            if let current = line.current {
                let event = await current.call.value
                let isAnswer = if case .promptAnswered = event { true } else { false }
                await current.asked.report(isAnswer ? event : failure(of: current.asked))
            }
            for asked in line.waiting { await asked.report(failure(of: asked)) }
        }
    }

    /// Notifies an agent that the daemon no longer needs it.
    func release(_ agent: Agent) async { await calls.release(agent) }

    /// The registered agents, newest first, each with the number of its current and waiting prompts.
    var summaries: [(agent: Agent, prompts: Int)] { agents.all.map { ($0, count(of: $0)) } }

    /// Returns the number of an agent's current and waiting prompts.
    func count(of agent: Agent) -> Int { lines[agent.identifier]?.count ?? 0 }

    private func startNext(of identifier: String) {
        guard let line = lines[identifier], line.current == nil, !line.isHeld, !line.waiting.isEmpty else { return }
        let agent = line.agent
        let asked = line.waiting[0]
        let isLeaving = agent.isActivated && isActivatedLeaving
        let call = Task { [calls] in await calls.ask(asked.prompt, agent, isLeaving: isLeaving) }
        Task { [weak self] in await self?.finish(asked, of: identifier, with: call.value) }
        lines[identifier]?.waiting.removeFirst()
        lines[identifier]?.current = (asked, call)
        lines[identifier]?.lastRequest = asked.prompt.request.id
    }

    private func finish(_ asked: Asked, of identifier: String, with event: RequestEvent) async {
        // Withdrawn, or its agent removed, in the meantime.
        guard let line = lines[identifier], line.current?.asked.prompt.id == asked.prompt.id else { return }
        if line.agent.isActivated, case .promptAnswered = event { isActivatedLeaving = false }
        lines[identifier]?.current = nil
        // The consequences of the answer precede other prompts for this agent.
        lines[identifier]?.isHeld = true
        await asked.report(event)
        release(identifier)
    }

    private func release(_ identifier: String) {
        lines[identifier]?.isHeld = false
        startNext(of: identifier)
        if let line = lines[identifier], line.count == 0, line.agent.isActivated { lines[identifier] = nil }
    }
}
