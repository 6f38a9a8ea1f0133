/// The most recent replies, for reuse: libdbus copies a message in a tenth of the time that it takes to build one, and most reads
/// repeat an earlier reply.
struct RecentReplies {
    /// A reply without a recipient, from which copies are made.
    final class Entry {
        /// The types of the arguments.
        let signature: BusSignature
        fileprivate let body: [BusValue]
        private let message: RawMessage

        /// Creates a reply whose arguments `BodyMeasure` has accepted.
        init(_ body: [BusValue], _ measure: BodyMeasure) throws {
            self.body = body
            signature = measure.signature
            message = RawMessage.reply()
            try message.append(body)
        }

        /// Returns the reply to one call.
        func copy(to target: ReplyTarget) -> RawMessage {
            let copy = RawMessage(copying: message)
            copy.address(to: target.sender, answering: target.serial)
            return copy
        }
    }

    /// The number of replies that are kept: few apps make calls at the same time.
    static let capacity = 4
    /// The maximum size of a reply's arguments, in bytes.
    static let maximumSize = 1_024

    /// The replies, most recently used first.
    private(set) var entries: [Entry] = []

    /// Returns the reply with these arguments; nil if there is none.
    mutating func entry(for body: [BusValue]) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.body.areSameOnWire(as: body) }) else { return nil }
        if index > 0 { entries.swapAt(0, index) }
        return entries[0]
    }

    /// Stores a new reply and discards the last one. Large replies are not worth the memory, and open files are never kept.
    mutating func keep(_ body: [BusValue], _ measure: BodyMeasure) throws -> Entry? {
        guard measure.size <= Self.maximumSize, measure.fileDescriptors == 0 else { return nil }
        let entry = try Entry(body, measure)
        if entries.count == Self.capacity { entries.removeLast() }
        entries.insert(entry, at: 0)
        return entry
    }
}
