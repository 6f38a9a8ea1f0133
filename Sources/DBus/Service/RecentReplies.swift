/// The newest replies, to be sent once more: libdbus copies a message in a tenth of the time in which it writes one, and most reads
/// answer what they have answered before.
struct RecentReplies {
    /// A reply to nobody yet, from which copies are made.
    final class Entry {
        /// The types of the arguments.
        let signature: Signature
        fileprivate let body: [Value]
        private let message: RawMessage

        /// Writes a reply whose arguments `BodyMeasure` has accepted.
        init(_ body: [Value], _ measure: BodyMeasure) {
            self.body = body
            signature = measure.signature
            message = RawMessage.reply()
            message.append(body)
        }

        /// The reply to one call.
        func copy(to target: ReplyTarget) -> RawMessage {
            let copy = RawMessage(copying: message)
            copy.address(to: target.sender, answering: target.serial)
            return copy
        }
    }

    /// How many are kept: a few apps ask at a time.
    static let capacity = 4
    /// How many bytes the arguments of one may have.
    static let maximumSize = 1_024

    /// The one that was used last comes first.
    private(set) var entries: [Entry] = []

    /// The reply with these arguments; nil when there is none.
    mutating func entry(for body: [Value]) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.body.areSameOnWire(as: body) }) else { return nil }
        if index > 0 { entries.swapAt(0, index) }
        return entries[0]
    }

    /// Keeps a new reply; the one at the end makes room. Large ones are not worth the memory, and open files are never kept.
    mutating func keep(_ body: [Value], _ measure: BodyMeasure) -> Entry? {
        guard measure.size <= Self.maximumSize, measure.fileDescriptors == 0 else { return nil }
        if entries.count == Self.capacity { entries.removeLast() }
        let entry = Entry(body, measure)
        entries.insert(entry, at: 0)
        return entry
    }
}
