/// The recipient of a reply, and the reply's required types.
struct ReplyTarget: Sendable {
    let serial: UInt32
    let sender: BusName?
    let isWanted: Bool
    /// The called member, for the log.
    let name: String
    /// The types that the reply must have; nil if none are declared.
    let output: BusSignature?

    init(_ message: BusMessage, name: String, output: BusSignature?) {
        serial = message.serial
        sender = message.sender
        isWanted = !message.flags.contains(.noReplyExpected)
        self.name = name
        self.output = output
    }
}

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

    /// The replies. The first is the one that was used last.
    private(set) var entries: [Entry] = []

    /// Returns the reply with these arguments; nil if there is none.
    mutating func entry(for body: [BusValue]) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.body.areSameOnWire(as: body) }) else { return nil }
        if index > 0 { entries.swapAt(0, index) }
        return entries[0]
    }

    /// Stores a new reply, in place of the last one if there are too many. Large replies are not worth the memory, and open files
    /// are never kept.
    mutating func keep(_ body: [BusValue], _ measure: BodyMeasure) throws -> Entry? {
        guard measure.size <= Self.maximumSize, measure.fileDescriptors == 0 else { return nil }
        let entry = try Entry(body, measure)
        if entries.count == Self.capacity { entries.removeLast() }
        entries.insert(entry, at: 0)
        return entry
    }
}

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
