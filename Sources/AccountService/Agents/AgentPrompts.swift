import AccountCore
import DBus

/// What the agents are being asked: one prompt at a time each, the others wait in line for that agent.
actor AgentPrompts {
    /// Takes what comes of a prompt; returns when it has been acted on.
    typealias Report = @Sendable (RequestEvent) async -> Void

    private struct Asked {
        let prompt: Prompt
        let report: Report
    }

    private struct Line {
        let agent: Agent
        /// The prompt that the agent has.
        var current: (asked: Asked, call: Task<RequestEvent, Never>)?
        /// Whether something must be done before the agent gets its next prompt.
        var isHeld = false
        /// The request of the prompt that the agent had last: what follows in that request comes before what others want.
        var lastRequest: RequestID?
        var waiting: [Asked] = []

        var count: Int { waiting.count + (current == nil ? 0 : 1) }
    }

    private let agents: Agents
    private let calls: AgentCalls
    private var lines: [String: Line] = [:]
    /// The unfinished requests for which the graphical agent was needed.
    private var requestsOfActivated: Set<RequestID> = []
    /// Whether the graphical agent was told that it may leave, and has not answered anything since.
    private var isActivatedLeaving = false

    init(agents: Agents, calls: AgentCalls) {
        self.agents = agents
        self.calls = calls
    }

    /// Puts a prompt to the newest agent that has not been asked yet, behind what that agent has to do already.
    ///
    /// - Returns: Whether there is one.
    func ask(_ prompt: Prompt, except tried: Set<String>, report: @escaping Report) -> Bool {
        guard let agent = agents.next(except: tried) else { return false }
        if agent.isActivated { requestsOfActivated.insert(prompt.request) }
        var line = lines[agent.identifier] ?? Line(agent: agent)
        let asked = Asked(prompt: prompt, report: report)
        line.waiting.insert(asked, at: prompt.request == line.lastRequest ? 0 : line.waiting.count)
        lines[agent.identifier] = line
        startNext(of: agent.identifier)
        return true
    }

    /// Takes a prompt back. An agent that has it gets `Cancel`.
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

    /// A request has ended. When no request needs the graphical agent any more, it may leave.
    func end(_ request: RequestID) async {
        guard requestsOfActivated.remove(request) != nil, requestsOfActivated.isEmpty else { return }
        isActivatedLeaving = true
        await calls.release(.activated)
    }

    /// An agent is not registered any more; what it has not answered goes to the next one. An answer that it gave before it left
    /// counts, even when nobody has read it yet.
    ///
    /// - Parameter isPresent: Whether it is still on the bus, and can be told.
    func remove(_ agent: Agent, reason: String, isPresent: Bool) async {
        guard let line = lines.removeValue(forKey: agent.identifier) else { return }
        // Ends the call only if its reply has not come.
        line.current?.call.cancel()
        if isPresent, line.current != nil { await calls.cancel(agent) }
        // Not waited for: whoever removes agents has more to do.
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

    /// Tells an agent that the daemon does not need it any more.
    func release(_ agent: Agent) async { await calls.release(agent) }

    /// The registered agents, the newest first, each with the number of prompts that it has or that wait for it.
    var summaries: [(agent: Agent, prompts: Int)] { agents.all.map { ($0, count(of: $0)) } }

    /// How many prompts an agent has, those that wait for it included.
    private func count(of agent: Agent) -> Int { lines[agent.identifier]?.count ?? 0 }

    private func startNext(of identifier: String) {
        guard let line = lines[identifier], line.current == nil, !line.isHeld, !line.waiting.isEmpty else { return }
        let agent = line.agent
        let asked = line.waiting[0]
        let isLeaving = agent.isActivated && isActivatedLeaving
        let call = Task { [calls] in await calls.ask(asked.prompt, agent, isLeaving: isLeaving) }
        Task { [weak self] in await self?.finish(asked, of: identifier, with: call.value) }
        lines[identifier]?.waiting.removeFirst()
        lines[identifier]?.current = (asked, call)
        lines[identifier]?.lastRequest = asked.prompt.request
    }

    private func finish(_ asked: Asked, of identifier: String, with event: RequestEvent) async {
        // Withdrawn, or its agent removed, in the meantime.
        guard let line = lines[identifier], line.current?.asked.prompt.id == asked.prompt.id else { return }
        if line.agent.isActivated, case .promptAnswered = event { isActivatedLeaving = false }
        lines[identifier]?.current = nil
        // What follows from the answer comes before what others want of this agent.
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
