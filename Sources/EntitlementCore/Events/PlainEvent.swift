import TVWorld

/// An event that consists of a name, details and a decision; functions in extensions of ``EntitlementEvent`` create them.
///
/// An event has its own type only if it is decided so often that the cost of its closures would be noticeable.
public struct PlainEvent<Answer: Sendable>: EntitlementEvent {
    public let journalEvent: JournalEvent
    public let journalDetails: [String: String]
    public let isExpectedToWrite: Bool
    private let decision: @Sendable (EntitlementState, DecisionContext) throws(Refusal) -> Decision<Answer>
    private let outcomeOfAnswer: @Sendable (Answer) -> String?
    private let reasonOfAnswer: @Sendable (Answer) -> String?

    /// Creates an event with its decision, the outcome of answers that are not all positive, and the reason of those that do not
    /// involve a provider.
    init(
        _ journalEvent: JournalEvent, _ journalDetails: [String: String], isExpectedToWrite: Bool = false,
        _ decision: @escaping @Sendable (EntitlementState, DecisionContext) throws(Refusal) -> Decision<Answer>,
        outcome: @escaping @Sendable (Answer) -> String? = { _ in "ok" },
        reason: @escaping @Sendable (Answer) -> String? = { _ in nil }
    ) {
        self.journalEvent = journalEvent
        self.journalDetails = journalDetails
        self.isExpectedToWrite = isExpectedToWrite
        self.decision = decision
        outcomeOfAnswer = outcome
        reasonOfAnswer = reason
    }

    public func outcome(of answer: Answer) -> String? { outcomeOfAnswer(answer) }

    public func reason(of answer: Answer) -> String? { reasonOfAnswer(answer) }

    public func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer> {
        try decision(state, context)
    }
}
