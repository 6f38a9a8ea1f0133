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
