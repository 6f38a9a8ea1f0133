import TVWorld

/// What comes out of an event: the answer, and what has to be remembered before the answer is given.
public struct Decision<Answer: Sendable>: Sendable {
    /// What the caller gets.
    public var answer: Answer
    /// What changes; all of it or nothing.
    public var changes: [Change]

    /// A decision; most change nothing.
    public init(_ answer: Answer, changes: [Change] = []) {
        self.answer = answer
        self.changes = changes
    }
}

extension Decision: Equatable where Answer: Equatable {}

/// One input of the service's reducer: a call, with everything that came with it.
///
/// A decision is a function of state, event and context alone. It may be taken more than once for one call: first on the
/// current state, again when its changes are about to be written.
public protocol EntitlementEvent: Sendable {
    /// What the caller gets.
    associatedtype Answer: Sendable

    /// The journal's name of the event.
    static var journalEvent: JournalEvent { get }
    /// What the journal tells of this one.
    var journalDetails: [String: String] { get }

    /// Whether the journal tells of an answer; an intermediate one it does not.
    static func isFinal(_ answer: Answer) -> Bool

    /// What the journal tells of how it ended: `ok`, or a code where an answer says no.
    static func outcome(_ answer: Answer) -> String

    /// Decides.
    ///
    /// - Throws: ``Refusal``, whose changes have to be remembered too.
    func decide(_ state: EntitlementState, _ context: DecisionContext) throws(Refusal) -> Decision<Answer>
}

extension EntitlementEvent {
    public static func isFinal(_ answer: Answer) -> Bool { true }
    public static func outcome(_ answer: Answer) -> String { "ok" }
}
