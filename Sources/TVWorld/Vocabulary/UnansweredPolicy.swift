/// What becomes of a prompt for which no answer is queued. The raw value is the text on the bus and in scenario files.
public enum UnansweredPolicy: String, Sendable, Hashable, CaseIterable {
    /// Agents are asked; without any the prompt ends as if dismissed.
    case agent
    /// It ends as if dismissed; no agent is asked.
    case dismiss
    /// It waits until an answer is queued, or the prompt is withdrawn.
    case hang
}
