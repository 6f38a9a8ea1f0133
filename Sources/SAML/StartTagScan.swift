/// A scan that counts the attributes of start tags in one pass over the bytes, before parsing.
///
/// libxml2 compares every attribute of a tag with all others, so a tag with thousands of them takes seconds. After an error it
/// continues, so anything that it could divide into tags differently from this scan is rejected: a `<` inside a tag, and a
/// comment, CDATA section or processing instruction that it would end early.
struct StartTagScan {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Requires that no tag has more attributes than a limit.
    ///
    /// - Throws: `SAMLError` with `tooManyAttributes`, or with `notXML` if the tags cannot be distinguished.
    mutating func requireAtMost(_ limit: Int) throws(SAMLError) {
        while skip(past: "<") {
            if starts(with: "!--") {
                position += 3
                guard try skipCharacters(past: "-->") else { return }
            } else if starts(with: "![CDATA[") {
                guard try skipCharacters(past: "]]>") else { return }
            } else if startsInstruction {
                guard try skipCharacters(past: "?>") else { return }
            } else if try attributes(upTo: limit) > limit {
                throw SAMLError(.tooManyAttributes, "an element with more than \(limit) attributes is never accepted")
            }
        }
    }

    /// Returns the number of attributes of the tag at the position, up to one more than the limit; advances to the tag's end.
    private mutating func attributes(upTo limit: Int) throws(SAMLError) -> Int {
        var count = 0
        var quote: UInt8?
        while position < bytes.count, count <= limit {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "<"): throw SAMLError(.notXML, "a tag contains '<'")
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

    /// Whether an instruction that the parser reads up to `?>` begins at the position. The parser ends the XML declaration at the
    /// first `>`, and does not read an instruction whose name it rejects, as it does some outside ASCII: these are scanned like a
    /// tag.
    private var startsInstruction: Bool {
        guard starts(with: "?"), !starts(with: "?xml"), position + 1 < bytes.count else { return false }
        switch bytes[position + 1] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return true
        case UInt8(ascii: "_"), UInt8(ascii: ":"): return true
        default: return false
        }
    }

    /// Skips to the end of the next occurrence of a string; returns false if there is none.
    ///
    /// - Throws: `SAMLError` with `notXML` at a character that XML forbids, where the parser would end the skipped part.
    private mutating func skipCharacters(past text: StaticString) throws(SAMLError) -> Bool {
        let start = position
        let isFound = skip(past: text)
        for index in start..<position {
            let isForbidden =
                switch bytes[index] {
                case 0x09, 0x0A, 0x0D: false
                case ..<0x20: true
                // U+FFFE and U+FFFF.
                case 0xEF: index + 2 < bytes.count && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
                default: false
                }
            if isForbidden { throw SAMLError(.notXML, "a character is not allowed in XML") }
        }
        return isFound
    }

    private func starts(with text: StaticString) -> Bool {
        guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + text.utf8CodeUnitCount)])
            .elementsEqual(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Skips to the end of the next occurrence of a string; returns false if there is none.
    mutating func skip(past text: StaticString) -> Bool {
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
