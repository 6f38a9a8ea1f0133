import TVWorld

/// An input of the service's reducer: a call, with everything on which it depends. Functions in extensions create the events.
///
/// A decision is a function of state, event and context alone. It may be made more than once for a call: first on the current
/// state, then again when its changes are about to be written.
public struct EntitlementEvent<Answer: Sendable>: Sendable {
    /// The journal's name of the event.
    public let journalEvent: JournalEvent
    /// The journal's details of this event.
    public let journalDetails: [String: String]
    /// Whether the event nearly always changes something. It is then decided only once, where it can write, instead of first
    /// being decided on a snapshot.
    public let isExpectedToWrite: Bool

    /// Makes the decision, or throws a ``Refusal``, whose changes must also be stored.
    public let decide: @Sendable (EntitlementState, DecisionContext) throws(Refusal) -> Decision<Answer>

    /// Returns the outcome for the journal: `ok`, or a code for a negative answer; nil for an intermediate answer, which is not
    /// recorded.
    public let outcome: @Sendable (Answer) -> String?

    /// Returns the reason for the journal (`reason`) why an answer takes no step to or from a provider; nil if it takes one, or
    /// if the event never does.
    public let reason: @Sendable (Answer) -> String?

    /// Creates an event with its decision, the outcome of answers that are not all positive, and the reason of those that do not
    /// involve a provider.
    package init(
        _ journalEvent: JournalEvent, _ journalDetails: [String: String], isExpectedToWrite: Bool = false,
        _ decide: @escaping @Sendable (EntitlementState, DecisionContext) throws(Refusal) -> Decision<Answer>,
        outcome: @escaping @Sendable (Answer) -> String? = { _ in "ok" },
        reason: @escaping @Sendable (Answer) -> String? = { _ in nil }
    ) {
        self.journalEvent = journalEvent
        self.journalDetails = journalDetails
        self.isExpectedToWrite = isExpectedToWrite
        self.decide = decide
        self.outcome = outcome
        self.reason = reason
    }
}
