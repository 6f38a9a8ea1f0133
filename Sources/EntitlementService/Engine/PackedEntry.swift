import EntitlementCore

/// An entry of the journal in one piece of memory, which the next entry at its place uses again.
///
/// Texts of their own would lie for long among those that live for one request only, and keep the memory around them from being
/// given out in larger pieces: the process would grow for hours.
struct PackedEntry: Sendable {
    private var time: Int64 = 0
    private var event = JournalEvent.reset
    /// The request's identifier, the outcome, then names and values of the details, each behind its length.
    private var texts: [UInt8] = []

    /// How many bytes of a text are kept; callers choose the length of what they send.
    static let textLimit = 256

    /// Takes the place of what was there.
    mutating func pack(time: Int64, event: JournalEvent, requestID: String, outcome: String, details: [String: String]) {
        self.time = time
        self.event = event
        texts.removeAll(keepingCapacity: true)
        append(requestID)
        append(outcome)
        for (name, value) in details {
            append(name)
            append(value)
        }
    }

    /// What was packed.
    func entry(_ sequence: Int64, document: String?) -> Journal.Entry {
        var rest = texts[...]
        let (requestID, outcome) = (Self.text(&rest), Self.text(&rest))
        var details: [String: String] = [:]
        while !rest.isEmpty {
            let name = Self.text(&rest)
            details[name] = Self.text(&rest)
        }
        return Journal.Entry(
            sequence: sequence, time: time, event: event, requestID: requestID, outcome: outcome, details: details,
            document: document)
    }

    /// Whether it is of a request.
    func isOf(_ requestID: String) -> Bool {
        texts.dropFirst(2).prefix(Self.length(texts)).elementsEqual(requestID.utf8)
    }

    private mutating func append(_ text: String) {
        let bytes = text.utf8
        var end = bytes.index(bytes.startIndex, offsetBy: Self.textLimit, limitedBy: bytes.endIndex) ?? bytes.endIndex
        // A character is not cut in two: bytes that continue one are 10xxxxxx.
        while end < bytes.endIndex, bytes[end] & 0b1100_0000 == 0b1000_0000 { end = bytes.index(before: end) }
        let start = texts.count
        texts += [0, 0]
        texts += bytes[..<end]
        let length = texts.count - start - 2
        texts[start] = UInt8(length >> 8)
        texts[start + 1] = UInt8(length & 255)
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String {
        let length = length(rest)
        rest = rest.dropFirst(2)
        defer { rest = rest.dropFirst(length) }
        return String(decoding: rest.prefix(length), as: UTF8.self)
    }

    private static func length(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    }
}
