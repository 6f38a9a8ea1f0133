import TVWorld

/// The result of an event: the answer, and the changes to store before the answer is sent.
public struct Decision<Answer: Sendable>: Sendable {
    /// The answer for the caller.
    public var answer: Answer
    /// The changes; all of them or none are applied.
    public var changes: [Change]

    /// Creates a decision; most change nothing.
    public init(_ answer: Answer, changes: [Change] = []) {
        self.answer = answer
        self.changes = changes
    }
}

extension Decision: Equatable where Answer: Equatable {}

/// An input of the service's reducer: a call, with everything on which it depends.
///
/// A decision is a function of state, event and context alone. It may be made more than once for a call: first on the current
/// state, then again when its changes are about to be written.
public protocol EntitlementEvent: Sendable {
    /// The answer for the caller.
    associatedtype Answer: Sendable

    /// The journal's name of the event.
    var journalEvent: JournalEvent { get }
    /// The journal's details of this event.
    var journalDetails: [String: String] { get }

    /// Returns the outcome for the journal: `ok`, or a code for a negative answer; nil for an intermediate answer, which is not
    /// recorded.
    func outcome(of answer: Answer) -> String?

    /// Returns the reason for the journal (`reason`) why an answer takes no step to or from a provider; nil if it takes one, or
    /// if the event never does.
    func reason(of answer: Answer) -> String?

    /// Whether the event nearly always changes something. It is then decided only once, where it can write, instead of first
    /// being decided on a snapshot.
    var isExpectedToWrite: Bool { get }

    /// Makes the decision.
    ///
    /// - Throws: ``Refusal``, whose changes must also be stored.
    func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer>
}

extension EntitlementEvent {
    public func outcome(of answer: Answer) -> String? { "ok" }
    public func reason(of answer: Answer) -> String? { nil }
    public var isExpectedToWrite: Bool { false }
}

/// The input of a decision in addition to state and event.
public struct DecisionContext: Sendable {
    /// The service's time, in Unix milliseconds.
    public var now: Int64
    /// The source of identifiers.
    public var random: any RandomSource

    /// Creates the context of one decision.
    public init(now: Int64, random: any RandomSource) {
        self.now = now
        self.random = random
    }

    /// The service's time, in Unix seconds.
    var seconds: Int64 { now / 1_000 }
}
