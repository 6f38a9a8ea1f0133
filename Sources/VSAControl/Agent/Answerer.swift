/// Answers prompts, one at a time. A prompt that is withdrawn cancels the task.
protocol Answerer: Sendable {
    /// Answers a prompt.
    ///
    /// - Throws: ``NoAnswer`` when the next agent is to be asked, `CancellationError` when the prompt was withdrawn.
    func answer(_ question: AgentQuestion) async throws -> AgentAnswer
    /// Whether it can answer no further prompt.
    var isExhausted: Bool { get async }
}

extension Answerer {
    /// Most can always answer one more.
    var isExhausted: Bool { get async { false } }
}

/// Why an agent does not answer a prompt.
struct NoAnswer: Error, Sendable, Equatable {
    /// The reason, as the device's journal gets it.
    var reason: String
    /// Whether the agent is to end with it.
    var isFinal = false
}
