/// One signal stream as the connection sees it.
struct Subscription {
    let rule: MatchRule
    let continuation: AsyncStream<Message>.Continuation
    let drops: SignalStream.DropCounter
    /// Whether this stream counts in the registration of its rule.
    var holdsMatch = false
    /// The well-known name whose tracker this stream counts in.
    var trackedName: BusName?
}

/// A match rule that the bus knows, or is about to.
struct MatchRegistration {
    var count = 0
    /// Ends when the bus has accepted the rule.
    let added: Task<Void, any Error>
}

/// Who owns a well-known name, for streams that accept signals of its owner only.
struct OwnerTracker {
    var count = 0
    var owner: BusName?
    /// Whether the bus has told a change; it is newer than the answer to a question asked before.
    var isChanged = false
    /// Ends when the owner is known.
    var known: Task<Void, any Error>?
}
