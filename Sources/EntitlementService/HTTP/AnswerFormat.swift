import HTTPTypes
import Hummingbird

/// The two formats of REST v1's responses.
enum AnswerFormat: String, Sendable, CaseIterable {
    case json
    case xml

    /// The media type that requests it.
    var mediaType: String { "application/\(rawValue)" }
}

/// The formats of a path's responses, and how a call requests one.
///
/// Mirrors the rule of REST v1: `Accept`, the parameter `format`, or a suffix of the path, but only one of them.
enum FormatRule: Sendable, Equatable {
    /// JSON or XML, with the default.
    case both(default: AnswerFormat)
    /// JSON only; a call that requests something else is rejected: client registration.
    case jsonOnly
    /// Bodies of other kinds; only errors have a format, and no call is rejected for it.
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
                // One is for browsers, the other returns opaque text.
                self = .other
            } else if rest.count == 2, rest.first == "tokens", Self.withoutSuffix(String(rest[3])).text == "usermetadata" {
                // The only page of the documentation that specifies a default.
                self = .both(default: .xml)
            } else {
                self = .both(default: .json)
            }
        default: self = .other
        }
    }

    /// Returns a path or part of one without `.json` or `.xml`, and the format.
    static func withoutSuffix(_ text: String) -> (text: String, format: AnswerFormat?) {
        for format in AnswerFormat.allCases where text.lowercased().hasSuffix("." + format.rawValue) {
            return (String(text.dropLast(format.rawValue.utf8.count + 1)), format)
        }
        return (text, nil)
    }
}
