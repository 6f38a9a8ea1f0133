/// A SAML message as people read it: indented, with everything masked that proves or identifies a key.
enum SAMLText {
    /// The elements whose content is masked: what is signed or encrypted with, and what came out of it.
    static let masked: Set<String> = [
        "SignatureValue", "X509Certificate", "CipherValue", "DigestValue", "Modulus", "Password", "SessionIndex",
    ]

    /// The message, one element a line. A text that is no XML comes back as it is.
    static func pretty(_ xml: String) -> String {
        var lines: [String] = []
        var depth = 0
        var rest = Substring(xml.trimmingPrefix { $0.isWhitespace })
        while let open = rest.firstIndex(of: "<") {
            let text = rest[..<open].trimmed
            guard let close = endOfMarkup(rest[open...]) else { return xml }
            let markup = String(rest[open..<close])
            rest = rest[close...]
            if markup.hasPrefix("</") {
                depth = max(0, depth - 1)
                add(text, end: markup, at: depth, to: &lines)
                continue
            }
            if !text.isEmpty { lines.append(indented(text, depth)) }
            lines.append(indented(markup, depth))
            if !markup.hasPrefix("<?"), !markup.hasPrefix("<!"), !markup.hasSuffix("/>") { depth += 1 }
        }
        return lines.isEmpty ? xml : lines.joined(separator: "\n")
    }

    /// An end tag: on the line of its begin when nothing but text lies between.
    private static func add(_ text: String, end: String, at depth: Int, to lines: inout [String]) {
        let name = end.dropFirst(2).prefix { $0 != ">" && !$0.isWhitespace }
        let begin = lines.last.map { $0.trimmingPrefix { $0 == " " } } ?? ""
        let isMasked = masked.contains(String(name.split(separator: ":").last ?? ""))
        let shown = isMasked && !text.isEmpty ? "••• (\(text.filter { !$0.isWhitespace }.count) characters)" : text
        if begin.hasPrefix("<\(name)"), !begin.hasSuffix("/>"), let next = begin.dropFirst(name.count + 1).first,
            next == ">" || next.isWhitespace, !begin.contains("</")
        {
            lines[lines.count - 1] += shown + end
        } else {
            if !shown.isEmpty { lines.append(indented(shown, depth + 1)) }
            lines.append(indented(end, depth))
        }
    }

    private static func indented(_ text: String, _ depth: Int) -> String {
        String(repeating: "  ", count: min(depth, 40)) + text
    }

    /// The end of a tag, comment, section or instruction; nil when it has none.
    private static func endOfMarkup(_ text: Substring) -> Substring.Index? {
        for (begin, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] where text.hasPrefix(begin) {
            return text.firstRange(of: end)?.upperBound
        }
        var quote: Character?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ">" {
                return text.index(after: index)
            }
            index = text.index(after: index)
        }
        return nil
    }
}

extension Substring {
    /// Without blanks around it.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
