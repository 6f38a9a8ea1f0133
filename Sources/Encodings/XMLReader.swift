/// A reader for small XML documents: elements, attributes, text, CDATA sections, comments, processing instructions, a document
/// type without declarations, the five predefined entities and character references.
///
/// Everything else is rejected, so entities cannot expand and nothing is loaded.
package struct XMLReader {
    /// The document is malformed.
    package struct Failure: Error {
        /// The line of the document, starting at 1.
        package let line: Int
        /// A description of the problem.
        package let reason: String
    }

    /// An element with everything in it.
    package struct Element {
        package let name: String
        package let attributes: [String: String]
        package let children: [Element]
        /// The text in it, but not that in its children.
        package let text: String
        /// The position of the first byte.
        package let start: Int
        /// The position after the start tag.
        package let position: Int
        /// The position after the element.
        package let end: Int

        package func children(_ name: String) -> [Element] { children.filter { $0.name == name } }
    }

    private let document: String
    private let bytes: [UInt8]
    private let depthLimit: Int
    private var position = 0
    /// Whether a document type has been read.
    package private(set) var hasDocumentType = false

    /// Creates a reader.
    ///
    /// - Parameter depthLimit: The maximum nesting depth of elements, which bounds the recursion.
    package init(_ text: String, depthLimit: Int) {
        document = text
        bytes = Array(text.utf8)
        self.depthLimit = depthLimit
    }

    /// Returns the part of the document between two byte positions, without copying it.
    package func source(from start: Int, to end: Int) -> Substring {
        let utf8 = document.utf8
        return document[utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
    }

    /// Reads the elements outside of all others: of a well-formed document, the only one.
    package mutating func roots() throws(Failure) -> [Element] { try content(of: nil, depth: 0).elements }

    /// Returns an error at a position, by default the current one.
    package func error(_ reason: String, at position: Int? = nil) -> Failure {
        let line = bytes[..<min(position ?? self.position, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return Failure(line: line, reason: reason)
    }

    /// Reads everything up to the end tag of `parent`, or to the end of the document.
    private mutating func content(of parent: String?, depth: Int) throws(Failure) -> (elements: [Element], text: String) {
        var elements: [Element] = []
        var text = ""
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                text += try characters()
            } else if skip("<!--") {
                try skipComment()
            } else if skip("<![CDATA[") {
                text += try upTo("]]>")
            } else if skip("<?") {
                _ = try upTo("?>")
            } else if skip("<!DOCTYPE") {
                try skipDocumentType()
            } else if skip("</") {
                try endTag(of: parent)
                return (elements, text)
            } else {
                elements.append(try element(depth: depth))
            }
            if parent == nil {
                guard text.utf8.allSatisfy(Self.isSpace) else { throw error("text outside of all elements") }
                text = ""
            }
        }
        if let parent { throw error("the element '\(parent)' is not closed") }
        return (elements, text)
    }

    private mutating func element(depth: Int) throws(Failure) -> Element {
        let start = position
        position += 1
        let name = try self.name()
        let (attributes, isEmpty) = try self.attributes(of: name)
        let position = position
        if !isEmpty, depth == depthLimit { throw error("elements are nested more than \(depthLimit) levels deep") }
        let (children, text) = isEmpty ? ([], "") : try content(of: name, depth: depth + 1)
        return Element(
            name: name, attributes: attributes, children: children, text: text, start: start, position: position,
            end: self.position)
    }

    /// Reads the rest of a start tag.
    private mutating func attributes(
        of name: String
    ) throws(Failure) -> (attributes: [String: String], isEmpty: Bool) {
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if skip("/>") { return (attributes, true) }
            if skip(">") { return (attributes, false) }
            guard hadSpace else { throw error("a space is missing in the tag '\(name)'") }
            let key = try self.name()
            skipSpace()
            guard skip("=") else { throw error("the attribute '\(key)' has no value") }
            skipSpace()
            let value = try attributeValue()
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw error("the attribute '\(key)' is repeated in one tag")
            }
            if attributes.count > 32 { throw error("more than 32 attributes in one tag") }
        }
    }

    private mutating func endTag(of parent: String?) throws(Failure) {
        let name = try self.name()
        skipSpace()
        guard skip(">") else { throw error("the end tag of '\(name)' is not closed") }
        guard name == parent else { throw error("the end tag '\(name)' matches no start tag") }
    }

    private mutating func attributeValue() throws(Failure) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
            throw error("the value of an attribute must be in quotes")
        }
        let quote = bytes[position]
        position += 1
        let value = take { $0 != quote && $0 != UInt8(ascii: "<") }
        guard position < bytes.count else { throw error("the value of an attribute is not closed") }
        guard bytes[position] == quote else { throw error("a '<' in the value of an attribute must be written '&lt;'") }
        position += 1
        return try resolved(value)
    }

    /// Reads a name: letters, digits, `_ : - .` and everything outside ASCII.
    private mutating func name() throws(Failure) -> String {
        let marks = "_:-.".utf8
        let name = take { $0.isASCIILetterOrDigit || $0 >= 0x80 || marks.contains($0) }
        guard !name.isEmpty else { throw error("a name is missing") }
        guard name.utf8.count <= 255 else { throw error("a name is longer than 255 bytes") }
        return String(name)
    }

    private mutating func characters() throws(Failure) -> String {
        // As an argument, it would be read after the copy of the reader that `resolved` uses for the line.
        let text = take { $0 != UInt8(ascii: "<") }
        return try resolved(text)
    }

    /// Returns a text with characters in place of the references to them.
    private func resolved(_ text: Substring) throws(Failure) -> String {
        do throws(XMLReference.Unknown) { return try XMLReference.resolve(String(text)) } catch {
            throw self.error("'&\(error.text)' does not begin a reference to a character; an '&' must be written '&amp;'")
        }
    }

    private mutating func skipComment() throws(Failure) {
        let comment = try upTo("-->")
        if comment.hasSuffix("-") { throw error("a comment ends with '--->'") }
    }

    /// Skips `<!DOCTYPE node PUBLIC "…" "…">`; nothing is loaded. Declarations inside could define entities, so they are
    /// rejected.
    private mutating func skipDocumentType() throws(Failure) {
        hasDocumentType = true
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
        throw error("the document type is not closed")
    }

    /// Returns the text up to `end`, and moves past it.
    private mutating func upTo(_ end: String) throws(Failure) -> String {
        let start = position
        while position < bytes.count {
            let stop = position
            if skip(end) { return String(source(from: start, to: stop)) }
            position += 1
        }
        position = start
        throw error("'\(end)' is missing")
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool { !take(while: Self.isSpace).isEmpty }

    /// Returns the text before the first byte for which a condition does not hold, and moves there.
    private mutating func take(while isMeant: (UInt8) -> Bool) -> Substring {
        let start = position
        while position < bytes.count, isMeant(bytes[position]) { position += 1 }
        return source(from: start, to: position)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
