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
