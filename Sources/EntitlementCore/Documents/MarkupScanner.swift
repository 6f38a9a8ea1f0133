import Encodings

/// A scanner for the small XML documents that apps send as resources (media RSS): elements, attributes, text, CDATA, comments,
/// the five named and all numeric references. A document type, an unknown reference, wrong nesting or too much depth makes the
/// document malformed; nothing is ever resolved or fetched.
struct MarkupScanner {
    /// A token of the document.
    enum Token: Equatable {
        case open(name: String, attributes: [String: String])
        case close(name: String)
        case text(String)
    }

    /// The document is malformed.
    struct Malformed: Error, Equatable {}

    private let bytes: [UInt8]
    private var position = 0
    private var path: [String] = []
    private var pending: Token?
    private var hasRoot = false

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Returns the next token; nil at the end of a well-formed document.
    mutating func next() throws(Malformed) -> Token? {
        if let token = pending {
            pending = nil
            return try note(token)
        }
        while position < bytes.count {
            if starts(with: "<!--") {
                _ = try take(past: "-->")
            } else if starts(with: "<?") {
                _ = try take(past: "?>")
            } else if take("<![CDATA[") {
                guard !path.isEmpty else { throw Malformed() }
                return .text(try string(take(past: "]]>")))
            } else if take("</") {
                let name = try name()
                skipBlanks()
                try expect(">")
                return try note(.close(name: name))
            } else if take("<") {
                return try note(try openingTag())
            } else if let text = try characters() {
                return .text(text)
            }
        }
        guard path.isEmpty, hasRoot else { throw Malformed() }
        return nil
    }

    private mutating func note(_ token: Token) throws(Malformed) -> Token {
        switch token {
        case .open(let name, _):
            guard path.count < 16, !(path.isEmpty && hasRoot) else { throw Malformed() }
            hasRoot = true
            path.append(name)
        case .close(let name):
            guard path.popLast() == name else { throw Malformed() }
        case .text: break
        }
        return token
    }

    private mutating func openingTag() throws(Malformed) -> Token {
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            skipBlanks()
            if take("/>") {
                pending = .close(name: name)
                break
            }
            if take(">") { break }
            let key = try self.name()
            skipBlanks()
            try expect("=")
            skipBlanks()
            guard attributes[key] == nil else { throw Malformed() }
            let quote = starts(with: "'") ? "'" : "\""
            try expect(quote)
            attributes[key] = try resolved(take { !quote.utf8.contains($0) && $0 != UInt8(ascii: "<") })
            try expect(quote)
        }
        return .open(name: name, attributes: attributes)
    }

    /// Returns the text up to the next tag; outside the root only white space is allowed, which is skipped.
    private mutating func characters() throws(Malformed) -> String? {
        let text = try resolved(take { $0 != UInt8(ascii: "<") })
        guard path.isEmpty else { return text }
        guard text.utf8.allSatisfy(Self.isBlank) else { throw Malformed() }
        return nil
    }

    /// Returns the text with all references resolved.
    private func resolved(_ slice: ArraySlice<UInt8>) throws(Malformed) -> String {
        let text = try string(slice)
        do { return try XMLReference.resolve(text) } catch { throw Malformed() }
    }

    private mutating func name() throws(Malformed) -> String {
        let name = take { !Self.isBlank($0) && !"<>/='\"&".utf8.contains($0) }
        guard (1...128).contains(name.count) else { throw Malformed() }
        return try string(name)
    }

    /// Returns the text, which must not contain control characters that XML excludes.
    private func string(_ slice: ArraySlice<UInt8>) throws(Malformed) -> String {
        guard slice.allSatisfy({ $0 >= 32 || Self.isBlank($0) }) else { throw Malformed() }
        return String(decoding: slice, as: UTF8.self)
    }

    /// Takes the bytes for which a condition holds.
    private mutating func take(while isMeant: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = bytes[position...].prefix(while: isMeant)
        position = taken.endIndex
        return taken
    }

    /// Takes the bytes before a text, and the text itself.
    private mutating func take(past text: String) throws(Malformed) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count {
            if take(text) { return bytes[start..<position - text.utf8.count] }
            position += 1
        }
        throw Malformed()
    }

    /// Takes a text, and returns whether it is the next.
    private mutating func take(_ text: String) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func expect(_ text: String) throws(Malformed) {
        guard take(text) else { throw Malformed() }
    }

    private mutating func skipBlanks() { _ = take(while: Self.isBlank) }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
}
