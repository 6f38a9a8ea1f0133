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
                try skip(past: "-->")
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<![CDATA[") {
                guard !path.isEmpty else { throw Malformed() }
                position += 9
                let start = position
                try skip(past: "]]>")
                return .text(try string(bytes[start..<position - 3]))
            } else if starts(with: "</") {
                position += 2
                let name = try name()
                skipBlanks()
                try expect(UInt8(ascii: ">"))
                return try note(.close(name: name))
            } else if bytes[position] == UInt8(ascii: "<") {
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
        position += 1
        let name = try name()
        var attributes: [String: String] = [:]
        while true {
            skipBlanks()
            if starts(with: "/>") {
                position += 2
                pending = .close(name: name)
                break
            }
            if starts(with: ">") {
                position += 1
                break
            }
            let key = try self.name()
            skipBlanks()
            try expect(UInt8(ascii: "="))
            skipBlanks()
            guard position < bytes.count, attributes[key] == nil else { throw Malformed() }
            let quote = bytes[position]
            guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw Malformed() }
            position += 1
            let start = position
            while position < bytes.count, bytes[position] != quote, bytes[position] != UInt8(ascii: "<") { position += 1 }
            attributes[key] = try resolved(bytes[start..<position])
            try expect(quote)
        }
        return .open(name: name, attributes: attributes)
    }

    /// Returns the text up to the next tag; outside the root only white space is allowed, which is skipped.
    private mutating func characters() throws(Malformed) -> String? {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        let text = try resolved(bytes[start..<position])
        if path.isEmpty {
            guard text.utf8.allSatisfy({ Self.isBlank($0) }) else { throw Malformed() }
            return nil
        }
        return text
    }

    /// Returns the text with all references resolved.
    private func resolved(_ slice: ArraySlice<UInt8>) throws(Malformed) -> String {
        let text = try string(slice)
        do { return try XMLReference.resolve(text) } catch { throw Malformed() }
    }

    private mutating func name() throws(Malformed) -> String {
        let start = position
        while position < bytes.count, !Self.isBlank(bytes[position]), !"<>/='\"&".utf8.contains(bytes[position]) {
            position += 1
        }
        guard position > start, position - start <= 128 else { throw Malformed() }
        return try string(bytes[start..<position])
    }

    /// Returns the text, which must not contain control characters that XML excludes.
    private func string(_ slice: ArraySlice<UInt8>) throws(Malformed) -> String {
        guard slice.allSatisfy({ $0 >= 32 || Self.isBlank($0) }) else { throw Malformed() }
        return String(decoding: slice, as: UTF8.self)
    }

    private mutating func skip(past text: String) throws(Malformed) {
        while position < bytes.count {
            if starts(with: text) {
                position += text.utf8.count
                return
            }
            position += 1
        }
        throw Malformed()
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    private mutating func expect(_ byte: UInt8) throws(Malformed) {
        guard position < bytes.count, bytes[position] == byte else { throw Malformed() }
        position += 1
    }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
}
