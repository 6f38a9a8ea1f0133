/// The replies that are sent again when their calls are repeated, without reading those calls. See `MethodAnswer.repeatable`.
struct RepeatedReplies {
    /// A reply with the call that it answered.
    final class Entry {
        fileprivate let call: CallBytes
        private let reply: RawMessage
        /// Whether the answer to the call is still the same. Called instead of the handler.
        let isCurrent: @Sendable () -> Bool

        fileprivate init(_ call: consuming CallBytes, _ reply: consuming RawMessage, isCurrent: @escaping @Sendable () -> Bool) {
            self.call = call
            self.reply = reply
            self.isCurrent = isCurrent
        }

        /// Returns the reply to the call with another serial number.
        func reply(to serial: UInt32) -> RawMessage { RawMessage(copying: reply, answering: serial) }
    }

    /// The number of pairs. The bytes of a call determine its pair, so that a lookup compares two entries.
    private static let pairCount = 64
    /// The maximum number of replies.
    static let capacity = 2 * pairCount

    private var entries: [Entry?] = []

    /// Whether there are no replies.
    var isEmpty: Bool { entries.isEmpty }

    /// Returns the reply to a call; nil if it is not stored.
    func entry(for call: borrowing CallBytes) -> Entry? { index(of: call).flatMap { entries[$0] } }

    /// Stores a reply that has been sent, in place of an earlier one to the same call or of the older one of the pair. Large
    /// replies are not worth the memory, and open files are never kept.
    mutating func keep(
        _ reply: consuming RawMessage, to call: consuming CallBytes, isCurrent: @escaping @Sendable () -> Bool
    ) {
        guard CallBytes.isSmall(reply.pointer) else { return }
        if entries.isEmpty { entries = Array(repeating: nil, count: Self.capacity) }
        let first = Self.firstIndex(for: call)
        let index = index(of: call)
        if index == nil { entries[first + 1] = entries[first] }
        entries[index ?? first] = Entry(call, reply, isCurrent: isCurrent)
    }

    private func index(of call: borrowing CallBytes) -> Int? {
        if entries.isEmpty { return nil }
        let first = Self.firstIndex(for: call)
        if entries[first]?.call.areSame(as: call) == true { return first }
        return entries[first + 1]?.call.areSame(as: call) == true ? first + 1 : nil
    }

    private static func firstIndex(for call: borrowing CallBytes) -> Int { 2 * Int(call.hash % UInt64(pairCount)) }
}
