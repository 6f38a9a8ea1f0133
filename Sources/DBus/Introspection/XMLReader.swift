import Encodings

/// A reader for the part of XML that introspection data uses: elements, attributes, comments, processing instructions, a document
/// type without declarations, the five predefined entities and character references.
///
/// Everything else is rejected, so entities cannot expand and nothing is loaded.
struct XMLReader {
    /// An element with the elements in it. Text between them is documentation.
    struct Element {
        let name: String
        let attributes: [String: String]
        let children: [Element]
        /// The position of the first byte.
        let start: Int
        /// The position after the start tag.
        let position: Int
        /// The position after the element.
        let end: Int

        func children(_ name: String) -> [Element] { children.filter { $0.name == name } }
    }

    private let document: String
    private let bytes: [UInt8]
    private var position = 0

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

    /// Reads the elements up to the end tag of `parent`, or to the end of the document. The depth limit bounds the recursion.
    mutating func elements(in parent: String? = nil, depth: Int = 0) throws(IntrospectionError) -> [Element] {
        var elements: [Element] = []
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                // As an argument, it would be read after the copy of the reader that `check` uses for the line.
                let text = try self.text()
                try check(text, in: parent)
            } else if skip("<!--") {
                try skipComment()
            } else if skip("<![CDATA[") {
                let text = try upTo("]]>")
                try check(text, in: parent)
            } else if skip("<?") {
                _ = try upTo("?>")
            } else if skip("<!DOCTYPE") {
                try skipDocumentType()
            } else if skip("</") {
                try endTag(of: parent)
                return elements
            } else {
                elements.append(try element(depth: depth))
            }
        }
        if let parent { throw error("the element '\(printable(parent))' does not end") }
        return elements
    }

    /// Returns an error at a position, by default the current one.
    func error(_ reason: String, at position: Int? = nil) -> IntrospectionError {
        let line = bytes[..<min(position ?? self.position, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return IntrospectionError(line: line, reason: reason)
    }
}

extension XMLReader {
    private mutating func element(depth: Int) throws(IntrospectionError) -> Element {
        let start = position
        position += 1
        let name = try self.name()
        let (attributes, isEmpty) = try self.attributes(of: name)
        let position = position
        if !isEmpty, depth == IntrospectionError.depthLimit {
            throw error("elements are nested more than \(IntrospectionError.depthLimit) levels deep")
        }
        let children = isEmpty ? [] : try elements(in: name, depth: depth + 1)
        return Element(
            name: name, attributes: attributes, children: children, start: start, position: position, end: self.position)
    }

    /// Reads the rest of a start tag.
    private mutating func attributes(
        of name: String
    ) throws(IntrospectionError) -> (attributes: [String: String], isEmpty: Bool) {
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if skip("/>") { return (attributes, true) }
            if skip(">") { return (attributes, false) }
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

    private mutating func endTag(of parent: String?) throws(IntrospectionError) {
        let name = try self.name()
        skipSpace()
        guard skip(">") else { throw error("the end tag of '\(printable(name))' does not end") }
        guard name == parent else { throw error("the end tag '\(printable(name))' fits no start tag") }
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
        let value = try resolved(from: start)
        position += 1
        return value
    }

    /// Reads a name: letters, digits, `_ : - .` and everything outside ASCII.
    private mutating func name() throws(IntrospectionError) -> String {
        let start = position
        let marks = "_:-.".utf8
        while position < bytes.count {
            let byte = bytes[position]
            guard byte.isASCIILetterOrDigit || byte >= 0x80 || marks.contains(byte) else { break }
            position += 1
        }
        guard position > start else { throw error("a name is missing") }
        guard position - start <= 255 else { throw error("a name is longer than 255 bytes") }
        return String(source(from: start, to: position))
    }

    private mutating func text() throws(IntrospectionError) -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return try resolved(from: start)
    }

    private func check(_ text: String, in parent: String?) throws(IntrospectionError) {
        guard parent != nil || text.utf8.allSatisfy(Self.isSpace) else { throw error("text outside of the element 'node'") }
    }

    /// Returns the text from `start` to the current position with characters in place of the references to them.
    private func resolved(from start: Int) throws(IntrospectionError) -> String {
        do throws(XMLReference.Unknown) { return try XMLReference.resolve(String(source(from: start, to: position))) } catch {
            throw self.error("no reference to a character begins at '&\(printable(error.text))'; an '&' is written '&amp;'")
        }
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
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
