/// Strings in one block of memory, which is reused by the next ones in its place.
///
/// Separate strings would live long among those that live for one request only, and fragment the memory around them: the process
/// would grow for hours.
struct PackedTexts: Sendable {
    /// The strings, each preceded by its length.
    private var bytes: [UInt8] = []

    /// The default maximum length of a string in bytes, because callers choose the length of what they send.
    static let textLimit = 256

    /// Replaces the strings, each truncated if necessary. Their memory is kept; it is no larger than what was needed once.
    mutating func replace(by texts: [String], limit: Int = textLimit) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(texts.reduce(0) { $0 + 2 + min($1.utf8.count, limit) })
        for text in texts { append(text, limit: limit) }
    }

    private mutating func append(_ text: String, limit: Int) {
        let utf8 = text.utf8
        var end = utf8.index(utf8.startIndex, offsetBy: limit, limitedBy: utf8.endIndex) ?? utf8.endIndex
        // A character is not split: bytes that continue one are 10xxxxxx.
        while end < utf8.endIndex, utf8[end] & 0b1100_0000 == 0b1000_0000 { end = utf8.index(before: end) }
        let kept = utf8[..<end]
        let length = kept.count
        bytes.append(UInt8(length >> 8))
        bytes.append(UInt8(length & 255))
        bytes += kept
    }

    /// All strings.
    var texts: [String] {
        var rest = bytes[...]
        var texts: [String] = []
        while !rest.isEmpty {
            let length = Self.length(rest)
            rest = rest.dropFirst(2)
            texts.append(String(decoding: rest.prefix(length), as: UTF8.self))
            rest = rest.dropFirst(length)
        }
        return texts
    }

    /// Whether the first string equals another one.
    func begins(with text: String) -> Bool { bytes.dropFirst(2).prefix(Self.length(bytes)).elementsEqual(text.utf8) }

    private static func length(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    }
}
