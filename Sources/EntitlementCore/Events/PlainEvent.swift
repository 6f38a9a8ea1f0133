import TVWorld

/// An event that consists of a name, details and a decision; functions in extensions of ``EntitlementEvent`` create them.
///
/// An event that must be decided again with the result of a verification, or whose callers set some of many values, has a type
/// of its own.
public struct PlainEvent<Answer: Sendable>: EntitlementEvent {
    public let journalEvent: JournalEvent
    public let journalDetails: [String: String]
    private let decision: @Sendable (EntitlementState, DecisionContext) throws(Refusal) -> Decision<Answer>

    /// Creates an event with its decision.
    init(
        _ journalEvent: JournalEvent, _ journalDetails: [String: String],
        _ decision: @escaping @Sendable (EntitlementState, DecisionContext) throws(Refusal) -> Decision<Answer>
    ) {
        self.journalEvent = journalEvent
        self.journalDetails = journalDetails
        self.decision = decision
    }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        try decision(state, context)
    }
}
