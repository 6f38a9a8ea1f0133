import Encodings

/// A SAML message in readable form: one element per line, indented, with secrets masked. The dashboard and `vsactl journal` show
/// it.
///
/// Signatures, keys, certificates, encrypted content, the session index, passwords, and attributes whose name indicates a
/// password, a token or a secret are masked. The user's identifier and the other attributes belong to a simulated world and are
/// shown.
public struct SAMLText {
    private let text: String
    private var lines: [String] = []
    private var path: [Substring] = []
    private var hidesValue = false
    /// Whether the last line is a start tag, to which its text or end tag can be added.
    private var isOpenLine = false

    private static let masked: Set<Substring> = [
        "SignatureValue", "X509Certificate", "CipherValue", "DigestValue", "Modulus", "Password", "SessionIndex",
    ]

    /// Returns the readable form of a message; a short note if it is not well-formed.
    public static func readable(_ xml: String) -> String {
        var printer = SAMLText(text: xml)
        return printer.print() ? printer.lines.joined(separator: "\n") : "(\(xml.utf8.count) bytes that are not well-formed XML)"
    }

    private mutating func print() -> Bool {
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "<") {
            write(text: rest[..<open])
            guard let end = Self.end(ofTagIn: rest[open...]) else { return false }
            let tag = rest[open...end]
            rest = rest[rest.index(after: end)...]
            guard write(tag: tag) else { return false }
        }
        return path.isEmpty && !lines.isEmpty && rest.allSatisfy(\.isWhitespace)
    }

    /// Returns the position of a tag's end; quoted values can contain the same character.
    private static func end(ofTagIn tag: Substring) -> String.Index? {
        if tag.hasPrefix("<!--") { return tag.position(of: "-->").map { tag.index(before: $0.upperBound) } }
        var quote: Character?
        for index in tag.indices {
            let character = tag[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return index
            }
        }
        return nil
    }

    private mutating func write(tag: Substring) -> Bool {
        if tag.hasPrefix("<?") || tag.hasPrefix("<!") {
            add(String(tag))
            return true
        }
        if tag.hasPrefix("</") {
            let name = Self.localName(tag.dropFirst(2).dropLast())
            guard path.popLast() == name else { return false }
            continueElement(String(tag))
            isOpenLine = false
            return true
        }
        let name = Self.localName(tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" })
        add(Self.withoutSessionIndex(tag))
        if name == "Attribute" { hidesValue = Self.namesSecret(tag) }
        guard !tag.hasSuffix("/>") else {
            isOpenLine = false
            return true
        }
        path.append(name)
        isOpenLine = true
        return path.count <= 64
    }

    private mutating func write(text: Substring) {
        let text = text.trimmingWhitespace
        guard !text.isEmpty, let element = path.last else { return }
        continueElement(shown(text, in: element))
    }

    private func shown(_ text: String, in element: Substring) -> String {
        if Self.masked.contains(element) || (element == "AttributeValue" && hidesValue) {
            return "••• (\(text.count { !$0.isWhitespace }) characters, masked)"
        }
        return text
    }

    /// Adds a part of an element. One that is empty or contains only text stays on its line.
    private mutating func continueElement(_ part: String) {
        if isOpenLine { lines[lines.count - 1] += part } else { add(part) }
    }

    private mutating func add(_ line: String) {
        lines.append(String(repeating: "  ", count: path.count) + line)
    }

    private static func localName(_ name: some StringProtocol) -> Substring {
        let name = Substring(name).trimmingWhitespace
        return name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
    }

    /// Returns a tag with its attribute SessionIndex masked: an AuthnStatement has it; a LogoutRequest has an element instead.
    private static func withoutSessionIndex(_ tag: Substring) -> String {
        guard let name = tag.position(of: "SessionIndex="), let quote = tag[name.upperBound...].first, "\"'".contains(quote)
        else { return String(tag) }
        let value = tag[tag.index(after: name.upperBound)...].prefix { $0 != quote }
        return tag[..<value.startIndex] + "••• (\(value.count) characters, masked)" + tag[value.endIndex...]
    }

    private static func namesSecret(_ tag: Substring) -> Bool {
        let tag = Substring(tag.lowercased())
        return ["password", "token", "secret", "cookie"].contains { tag.position(of: $0) != nil }
    }
}

extension Substring {
    /// Returns the first occurrence of a string. The standard library's search would link its regular expressions into vsad and
    /// make it a tenth larger.
    fileprivate func position(of text: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(text) }.map { $0..<index($0, offsetBy: text.count) }
    }
}
