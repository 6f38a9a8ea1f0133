import TVWorld
import VSAControl
import Yams

// Writes a document as YAML that parses to the same document.
extension LinkedBackend {
    package static func writeYAML(_ document: JSON) throws -> String {
        try Yams.serialize(node: node(document, depth: 0), width: 120, allowUnicode: true)
    }

    /// Returns a node; short list elements are written on one line each.
    private static func node(_ value: JSON, depth: Int) -> Node {
        switch value {
        case .null: .scalar(.init("null", Tag(.null), .plain))
        case .bool(let flag): .scalar(.init(flag ? "true" : "false", Tag(.bool), .plain))
        case .number(let number): .scalar(.init(number, Tag(.int), .plain))
        case .string(let text): .scalar(.init(text, Tag(.str), style(of: text)))
        case .array(let values):
            .sequence(
                .init(
                    values.map { node($0, depth: depth + 1) }, Tag(.seq), depth > 1 || values.isEmpty ? .flow : .block))
        case .object(let members):
            .mapping(
                .init(
                    members.map { (node(.string($0.key), depth: depth + 1), node($0.value, depth: depth + 1)) }, Tag(.map),
                    depth > 0 ? .flow : .block))
        }
    }

    /// Returns the style of a string: unquoted only if every YAML reader takes it for a string.
    private static func style(of text: String) -> Node.Scalar.Style {
        let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        let isPlain = isName(text) && !words.contains(text.lowercased()) || isDuration(text)
        return isPlain ? .plain : .doubleQuoted
    }

    // No regular expressions: a document has thousands of strings, and each match would recompile its expression.

    /// Returns whether a string is a letter followed by letters, digits and `_./-`.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0)) }
    }

    /// Returns whether a string is a number that does not begin with 0, followed by a unit of time.
    private static func isDuration(_ text: String) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && digits.first != "0" && ["ms", "s", "m", "h", "d"].contains(text.dropFirst(digits.count))
    }
}
