/// A text that is not a valid D-Bus name, path or signature.
///
/// Names are checked where they enter the program, because libdbus ends the process when an invalid one reaches it.
public struct InvalidNameError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the text should have been, for example "bus name".
    public let kind: String
    /// The refused text, shortened and with control characters escaped.
    public let text: String
    /// Why it was refused.
    public let reason: String

    init(kind: NameKind, text: String, reason: String) {
        self.kind = kind.rawValue
        self.text = printable(text)
        self.reason = reason
    }

    public var description: String { "'\(text)' is not a valid D-Bus \(kind): \(reason)" }
}

/// Text from outside for use in a message: at most 80 characters, control characters escaped.
func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(80) {
        result += scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text.unicodeScalars.count > 80 ? result + "…" : result
}
