/// A reader for the part of XML that introspection data uses: elements, attributes, comments, processing instructions, a document
/// type without declarations, the five predefined entities and character references.
///
/// Everything else is rejected, so entities cannot expand and nothing is loaded. The reader does not keep a stack.
struct XMLReader {
    /// A start tag.
    struct Element {
        let name: String
        let attributes: [String: String]
        /// Whether the tag also ends the element (`<a/>`).
        let isEmpty: Bool
        /// The position of the tag's first byte.
        let start: Int
    }

    /// The next part of the document.
    enum Event {
        case start(Element)
        /// An end tag.
        case end(name: String)
        case text(String)
        case endOfDocument
    }

    private let document: String
    private let bytes: [UInt8]
    /// The position after the part that was read last.
    private(set) var position = 0

    init(_ text: String) throws(IntrospectionError) {
        document = text
        bytes = Array(text.utf8)
        if bytes.count > IntrospectionError.sizeLimit {
            throw IntrospectionError(line: 1, reason: "more than \(IntrospectionError.sizeLimit) bytes")
        }
    }

    /// Returns the part of the document between two byte positions, without copying it.
    func source(from start: Int, to end: Int) -> Substring {
        let utf8 = document.utf8
        return document[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
    }

    mutating func next() throws(IntrospectionError) -> Event {
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") { return .text(try text()) }
            if skip("<!--") {
                try skipComment()
            } else if skip("<![CDATA[") {
                return .text(try upTo("]]>"))
            } else if skip("<?") {
                _ = try upTo("?>")
            } else if skip("<!DOCTYPE") {
                try skipDocumentType()
            } else if skip("</") {
                return try endTag()
            } else {
                return .start(try startTag())
            }
        }
        return .endOfDocument
    }

    /// Returns an error at a position, by default the current one.
    func error(_ reason: String, at position: Int? = nil) -> IntrospectionError {
        let line = bytes[..<min(position ?? self.position, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return IntrospectionError(line: line, reason: reason)
    }
}

extension XMLReader {
    private mutating func startTag() throws(IntrospectionError) -> Element {
        let start = position
        position += 1
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if skip("/>") { return Element(name: name, attributes: attributes, isEmpty: true, start: start) }
            if skip(">") { return Element(name: name, attributes: attributes, isEmpty: false, start: start) }
            guard hadSpace else { throw error("a space is missing in the tag '\(printable(name))'") }
            let key = try self.name()
            skipSpace()
            guard skip("=") else { throw error("the attribute '\(printable(key))' has no value") }
            skipSpace()
            let value = try attributeValue()
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw error("the attribute '\(printable(key))' is repeated in one tag")
            }
            if attributes.count > 32 { throw error("more than 32 attributes in one tag") }
        }
    }

    private mutating func endTag() throws(IntrospectionError) -> Event {
        let name = try self.name()
        skipSpace()
        guard skip(">") else { throw error("the end tag of '\(printable(name))' does not end") }
        return .end(name: name)
    }

    private mutating func attributeValue() throws(IntrospectionError) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
            throw error("the value of an attribute must be in quotes")
        }
        let quote = bytes[position]
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "<") { throw error("a '<' in the value of an attribute is written '&lt;'") }
            position += 1
        }
        guard position < bytes.count else { throw error("the value of an attribute does not end") }
        let value = try resolve(bytes[start..<position])
        position += 1
        return value
    }

    private mutating func name() throws(IntrospectionError) -> String {
        let start = position
        while position < bytes.count, XMLReader.isNameByte(bytes[position]) { position += 1 }
        guard position > start else { throw error("a name is missing") }
        guard position - start <= 255 else { throw error("a name is longer than 255 bytes") }
        return String(source(from: start, to: position))
    }

    /// Letters, digits, `_ : - .` and everything outside ASCII.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: byte >= 0x80
        }
    }

    private mutating func text() throws(IntrospectionError) -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return try resolve(bytes[start..<position])
    }

    /// Replaces predefined entities and character references; there are no others.
    private func resolve(_ source: ArraySlice<UInt8>) throws(IntrospectionError) -> String {
        guard source.contains(UInt8(ascii: "&")) else { return String(decoding: source, as: UTF8.self) }
        var result: [UInt8] = []
        var index = source.startIndex
        while index < source.endIndex {
            guard source[index] == UInt8(ascii: "&") else {
                result.append(source[index])
                index += 1
                continue
            }
            guard let end = source[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
                throw error("an '&' that begins no entity is written '&amp;'")
            }
            let name = String(decoding: source[(index + 1)..<end], as: UTF8.self)
            guard let character = XMLReader.character(name) else {
                throw error("'&\(printable(name));' is not one of the predefined entities")
            }
            result.append(contentsOf: String(character).utf8)
            index = end + 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ entity: String) -> Character? {
        switch entity {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard entity.hasPrefix("#") else { return nil }
        let isHexadecimal = entity.hasPrefix("#x")
        let digits = entity.dropFirst(isHexadecimal ? 2 : 1)
        // Swift's integers also accept a sign.
        guard digits.first?.isHexDigit == true, let code = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            code == 9 || code == 10 || code == 13 || code >= 0x20, let scalar = Unicode.Scalar(code)
        else { return nil }
        return Character(scalar)
    }

    private mutating func skipComment() throws(IntrospectionError) {
        let comment = try upTo("-->")
        if comment.hasSuffix("-") { throw error("a comment ends with '--->'") }
    }

    /// Skips `<!DOCTYPE node PUBLIC "…" "…">`; nothing is loaded. Declarations inside could define entities, so they are
    /// rejected.
    private mutating func skipDocumentType() throws(IntrospectionError) {
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
                case UInt8(ascii: "["), UInt8(ascii: "<"):
                    throw error("a document type with declarations of its own is not accepted")
                case UInt8(ascii: ">"): return
                default: break
                }
            }
        }
        throw error("the document type does not end")
    }

    /// Returns the text up to `end`, and moves past it.
    private mutating func upTo(_ end: StaticString) throws(IntrospectionError) -> String {
        let start = position
        while position < bytes.count {
            let stop = position
            if skip(end) { return String(source(from: start, to: stop)) }
            position += 1
        }
        position = start
        throw error("'\(end)' is missing")
    }

    private mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
        position += count
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return position > start
    }
}
