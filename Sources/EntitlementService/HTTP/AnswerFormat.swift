import HTTPTypes
import Hummingbird

/// The two formats of REST v1's answers.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case xml

    /// The media type that asks for it.
    var mediaType: String { "application/\(rawValue)" }
}

/// Which formats a path's answers have, and how a call asks for one.
///
/// Mirrors the rule of REST v1: `Accept`, the parameter `format`, or a suffix of the path, one of them and not mixed.
enum FormatRule: Sendable, Equatable {
    /// JSON or XML; which one where a call does not say.
    case both(default: AnswerFormat)
    /// JSON only, and a call that wants something else is refused: client registration.
    case jsonOnly
    /// Bodies of other kinds; only errors have a format, and nothing is refused for it.
    case other

    /// Creates the rule of a path, with or without a suffix.
    init(path: String) {
        let parts = path.split(separator: "/")
        switch (parts.first, parts.dropFirst().first) {
        case ("o", "client"): self = .jsonOnly
        case ("reggie", "v1"): self = .both(default: .json)
        case ("api", "v1"):
            let rest = parts.dropFirst(2)
            if rest.elementsEqual(["authenticate"]) || rest.dropFirst().first == "profile-requests" {
                // One goes to a browser, the other's answer is an opaque text.
                self = .other
            } else if rest.count == 2, rest.first == "tokens", Self.withoutSuffix(String(rest[3])).text == "usermetadata" {
                // The one page of the documents that names a default.
                self = .both(default: .xml)
            } else {
                self = .both(default: .json)
            }
        default: self = .other
        }
    }

    /// A path or part of one without `.json` or `.xml`, and which it was.
    static func withoutSuffix(_ text: String) -> (text: String, format: AnswerFormat?) {
        for format in AnswerFormat.allCases where text.lowercased().hasSuffix("." + format.rawValue) {
            return (String(text.dropLast(format.rawValue.utf8.count + 1)), format)
        }
        return (text, nil)
    }
}
