import Foundation

/// A value on the protocol's command line: JSON if it parses as JSON other than a string, otherwise a string.
enum JSONText: Equatable {
    case text(String)
    /// A number, `true`, `false`, `null`, a list or an object.
    case json(String)

    /// Parses a value.
    init(_ text: String) {
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        self = value == nil || value is String ? .text(text) : .json(text)
    }

    /// The value as a Swift type.
    var value: Any {
        switch self {
        case .text(let text): text
        case .json(let json):
            (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)) ?? json
        }
    }
}
