import AccountCore
import DBus

/// The prompts that agents are asked.
actor AgentPrompts {
    /// Takes what comes of a prompt; returns when it has been acted on.
    typealias Report = @Sendable (RequestEvent) async -> Void

    /// Puts a prompt to the newest agent that has not been asked yet.
    func ask(_ prompt: Prompt, except tried: Set<String>, report: @escaping Report) {
        Task { await report(.nobodyToAsk(prompt.id)) }
    }

    /// Takes a prompt back.
    func withdraw(_ step: StepID) {}

    /// The registered agents, the newest first.
    var summaries: [AgentSummary] { [] }
}

/// A registered agent as `ListAgents` tells it.
struct AgentSummary: Sendable {
    /// The element of `ListAgents`.
    var details: Details { [:] }
}
