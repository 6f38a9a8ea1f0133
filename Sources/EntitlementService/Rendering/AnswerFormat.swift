/// The two formats of REST v1's responses.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case xml

    /// The media type that requests it.
    var mediaType: String { "application/\(rawValue)" }

    /// Returns a path without `.json` or `.xml`, and the format.
    static func withoutSuffix(_ text: String) -> (text: String, format: AnswerFormat?) {
        for format in allCases where text.lowercased().hasSuffix("." + format.rawValue) {
            return (String(text.dropLast(format.rawValue.utf8.count + 1)), format)
        }
        return (text, nil)
    }
}
