import Encodings

/// Strings in one block of memory, which is reused by their successors.
///
/// Separate strings would live long among others that live for only one request, and fragment the memory around them: the process
/// would grow for hours.
struct PackedTexts: Sendable {
    private var bytes: [UInt8] = []

    /// Replaces the strings, each truncated if necessary. Their memory is reused.
    mutating func replace(by texts: [String], limit: Int) {
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(texts.reduce(0) { $0 + 2 + min($1.utf8.count, limit) })
        for text in texts { bytes.append(packed: text, limit: limit) }
    }

    var texts: [String] {
        var rest = bytes[...]
        var texts: [String] = []
        while !rest.isEmpty { texts.append(rest.removePackedText()) }
        return texts
    }
}

/// The encoding of a string, which is preceded by two bytes with its length and its encoding.
private enum TextForm {
    static let hexadecimal: UInt16 = 0x8000
    static let uuid: UInt16 = 0xC000

    /// Returns whether a string has the form of a UUID in lowercase.
    static func isUUID(_ text: Substring.UTF8View) -> Bool {
        guard text.count == 36 else { return false }
        return zip(0..., text).allSatisfy { index, byte in
            switch index {
            case 8, 13, 18, 23: byte == UInt8(ascii: "-")
            default: byte.isLowercaseHexadecimalDigit
            }
        }
    }
}

extension [UInt8] {
    /// Appends a string, truncated if necessary. Most are identifiers of requests and devices, which take half the space.
    ///
    /// - Parameter limit: The maximum length in bytes, below 16,384.
    mutating func append(packed text: String, limit: Int) {
        let utf8 = text.utf8
        var end = utf8.index(utf8.startIndex, offsetBy: limit, limitedBy: utf8.endIndex) ?? utf8.endIndex
        // Characters are not split: bytes that continue one are 10xxxxxx.
        while end < utf8.endIndex, utf8[end] & 0b1100_0000 == 0b1000_0000 { end = utf8.index(before: end) }
        let kept = utf8[..<end]
        let length = kept.count
        if length >= 16, length % 2 == 0, kept.allSatisfy(\.isLowercaseHexadecimalDigit) {
            append(form: TextForm.hexadecimal | UInt16(length))
            append(digits: kept)
        } else if TextForm.isUUID(kept) {
            append(form: TextForm.uuid)
            append(digits: kept)
        } else {
            append(form: UInt16(length))
            self += kept
        }
    }

    private mutating func append(form: UInt16) {
        append(UInt8(form >> 8))
        append(UInt8(form & 255))
    }

    /// Appends pairs of digits, and omits everything else.
    private mutating func append(digits: Substring.UTF8View) {
        var high: UInt8?
        for byte in digits {
            guard let digit = hexadecimalValue(byte) else { continue }
            if let first = high { append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the first string that ``Swift/Array/append(packed:limit:)`` has written.
    mutating func removePackedText() -> String {
        let form = prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
        removeFirst(Swift.min(2, count))
        guard form >= TextForm.hexadecimal else { return String(decoding: removePrefix(Int(form)), as: UTF8.self) }
        let isUUID = form == TextForm.uuid
        var text: [UInt8] = []
        for (index, byte) in removePrefix(isUUID ? 16 : Int(form & ~TextForm.hexadecimal) / 2).enumerated() {
            if isUUID, index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(hexadecimalDigit(byte >> 4))
            text.append(hexadecimalDigit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func removePrefix(_ length: Int) -> Self {
        let first = prefix(length)
        removeFirst(first.count)
        return first
    }
}
