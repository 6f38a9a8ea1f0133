import TVWorld

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
