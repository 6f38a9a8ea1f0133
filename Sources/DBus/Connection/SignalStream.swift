import Synchronization

/// The signals that fit a match rule, in the order in which they arrived.
///
/// A bounded buffer stands between the connection and a slow reader: when it is full the oldest signal is dropped and
/// counted, so the newest ones are always there. The stream ends when the connection does. It holds the connection open;
/// dropping the stream and its iterators gives the match rule back.
public struct SignalStream: AsyncSequence, Sendable {
    public typealias Element = Message
    public typealias Failure = Never

    /// Counts what the buffer had no room for.
    final class DropCounter: Sendable {
        let count = Atomic<Int>(0)
    }

    private let messages: AsyncStream<Message>
    private let drops: DropCounter

    init(messages: AsyncStream<Message>, drops: DropCounter) {
        self.messages = messages
        self.drops = drops
    }

    /// The number of signals that were dropped so far because the reader was too slow.
    public var droppedCount: Int { drops.count.load(ordering: .relaxed) }

    public func makeAsyncIterator() -> Iterator { Iterator(messages: messages.makeAsyncIterator()) }

    /// Reads the stream. One reader at a time gets each signal once.
    public struct Iterator: AsyncIteratorProtocol {
        var messages: AsyncStream<Message>.Iterator

        public mutating func next() async -> Message? { await messages.next() }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Message? {
            await messages.next(isolation: actor)
        }
    }
}
