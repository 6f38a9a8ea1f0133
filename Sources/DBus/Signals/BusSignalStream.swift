import Synchronization

/// The signals that match a rule, in the order in which they arrived.
///
/// A bounded buffer holds the signals for a slow reader: when it is full, the oldest signal is dropped and counted, so that the
/// newest are always available. The stream ends with the connection. It keeps the connection open; releasing the stream and its
/// iterators removes the match rule.
public struct BusSignalStream: AsyncSequence, Sendable {
    public typealias Element = BusMessage
    public typealias Failure = Never

    /// Counts the signals for which the buffer had no room.
    final class DropCounter: Sendable {
        let count = Atomic<Int>(0)
    }

    let messages: AsyncStream<BusMessage>
    let drops: DropCounter

    /// The number of signals dropped so far because the reader was too slow.
    public var droppedCount: Int { drops.count.load(ordering: .relaxed) }

    /// Returns an iterator. Each signal is delivered once, to one iterator.
    public func makeAsyncIterator() -> AsyncStream<BusMessage>.Iterator { messages.makeAsyncIterator() }
}

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
