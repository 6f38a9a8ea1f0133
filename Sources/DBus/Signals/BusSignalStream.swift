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
