import TVWorld
import Yams

/// Writes a document as YAML that reads to the same document.
enum YAMLWriter {
    /// Returns the text of a document.
    static func text(_ document: JSON) throws -> String {
        try Yams.serialize(node: node(document, depth: 0), width: 120, allowUnicode: true)
    }

    /// Short list elements are written on one line each.
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

    /// Without quotes only what every reader of YAML takes for a text.
    private static func style(of text: String) -> Node.Scalar.Style {
        let words = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]
        return isName(text) && !words.contains(text.lowercased()) || isDuration(text) ? .plain : .doubleQuoted
    }

    // No regular expressions: a document has thousands of texts, and each match would compile its expression again.

    /// A letter, then letters, digits and `_./-`.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_./-".contains($0)) }
    }

    /// A number that does not begin with 0, and a unit of time.
    private static func isDuration(_ text: String) -> Bool {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && digits.first != "0" && ["ms", "s", "m", "h", "d"].contains(text.dropFirst(digits.count))
    }
}
