import Foundation

/// A value on the command line of the protocol: JSON where it is JSON and no bare text, else a text.
enum JSONText: Equatable {
    case text(String)
    /// A number, `true`, `false`, `null`, a list or an object.
    case json(String)

    /// Reads a value.
    init(_ text: String) {
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        self = value == nil || value is String ? .text(text) : .json(text)
    }

    /// The value as an app has it.
    var value: Any {
        switch self {
        case .text(let text): text
        case .json(let json):
            (try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)) ?? json
        }
    }
}
