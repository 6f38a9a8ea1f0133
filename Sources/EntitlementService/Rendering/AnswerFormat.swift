/// The two formats of REST v1's responses.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case xml

    /// The media type that requests it.
    var mediaType: String { self == .json ? "application/json" : "application/xml" }

    /// Returns a path without `.json` or `.xml`, and the format.
    static func withoutSuffix(_ text: String) -> (text: String, format: AnswerFormat?) {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")),
            let format = AnswerFormat(rawValue: text[dot...].dropFirst().lowercased())
        else { return (text, nil) }
        return (String(text[..<dot]), format)
    }
}
