/// The connection's side of a signal stream.
struct Subscription {
    let rule: MatchRule
    let continuation: AsyncStream<BusMessage>.Continuation
    let drops: BusSignalStream.DropCounter
    /// Whether this stream is counted in the registration of its rule.
    var holdsMatch = false
    /// The well-known name in whose tracker this stream is counted.
    var trackedName: BusName?
}

/// A match rule that is registered with the bus, or about to be.
struct MatchRegistration {
    var count = 0
    /// Completes when the bus has accepted the rule.
    let added: Task<Void, any Error>
}

/// The owner of a well-known name, for streams that accept only signals of its owner.
struct OwnerTracker {
    var count = 0
    var owner: BusName?
    /// Whether the bus has signalled a change, which is newer than the answer to an earlier query.
    var isChanged = false
    /// Completes when the owner is known.
    var known: Task<Void, any Error>?
}
