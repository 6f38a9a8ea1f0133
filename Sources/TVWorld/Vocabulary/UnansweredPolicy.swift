/// The policy for a prompt without a queued answer. The raw value is the string on the bus and in scenario files.
public enum UnansweredPolicy: String, Sendable, Hashable, CaseIterable {
    /// Agents are asked; without any, the prompt is treated as cancelled.
    case agent
    /// It ends as if dismissed; no agent is asked.
    case dismiss
    /// It waits until an answer is queued, or the prompt is withdrawn.
    case hang
}
