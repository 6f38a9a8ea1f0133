/// How texts are written on a line of `entitle`'s protocol.
public enum LineWord {
    /// One word: quotation marks enclose spaces, and protect each other.
    public static func quoted(_ text: String) -> String {
        let isPlain = !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "\"" || $0 == "'" }
        guard text.isEmpty || !isPlain else { return text }
        let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "\"\(String($0))\"" }
        return text.isEmpty ? "\"\"" : parts.joined(separator: "'\"'")
    }

    /// The rest of a line, unchanged except for a pair of quotation marks around it.
    public static func rest(_ text: String) -> String {
        guard let mark = text.unicodeScalars.first, mark == "\"" || mark == "'", text.unicodeScalars.last == mark else {
            return text
        }
        return mark == "'" ? "\"\(text)\"" : "'\(text)'"
    }
}
