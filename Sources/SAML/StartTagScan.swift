/// Counts the attributes of start tags in one pass over the bytes, before parsing.
///
/// libxml2 compares every attribute of a tag with all others, so a tag with thousands of them takes seconds. In a text that is
/// not well-formed the count may be wrong; the parser stops at the first error, before the part that would be miscounted.
struct StartTagScan {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether no tag has more attributes than a limit.
    mutating func hasAtMost(_ limit: Int) -> Bool {
        while skip(past: "<") {
            if starts(with: "!--") {
                position += 3
                guard skip(past: "-->") else { return true }
            } else if starts(with: "![CDATA[") {
                guard skip(past: "]]>") else { return true }
            } else if starts(with: "?") {
                guard skip(past: "?>") else { return true }
            } else if attributes(upTo: limit) > limit {
                return false
            }
        }
        return true
    }

    /// Returns the number of attributes of the tag at the position, up to one above the limit; advances to the tag's end.
    private mutating func attributes(upTo limit: Int) -> Int {
        var count = 0
        var quote: UInt8?
        while position < bytes.count, count <= limit {
            let byte = bytes[position]
            position += 1
            switch byte {
            case _ where byte == quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "="): count += 1
            case UInt8(ascii: ">"): return count
            default: break
            }
        }
        return count
    }

    private func starts(with text: StaticString) -> Bool {
        guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + text.utf8CodeUnitCount)])
            .elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Skips to the end of the next occurrence of a string; returns false if there is none.
    private mutating func skip(past text: StaticString) -> Bool {
        let first = text.utf8Start.pointee
        while position < bytes.count {
            if bytes[position] == first, starts(with: text) {
                position += text.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        return false
    }
}
