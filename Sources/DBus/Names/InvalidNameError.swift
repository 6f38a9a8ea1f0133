/// A string is not a valid D-Bus name, path or signature.
///
/// Names are checked where they enter the program, because libdbus terminates the process if it receives an invalid one.
public struct InvalidNameError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expected kind, for example "bus name".
    public let kind: String
    /// The rejected string, shortened and with control characters escaped.
    public let text: String
    /// The reason for the rejection.
    public let reason: String

    init(kind: NameKind, text: String, reason: String) {
        self.kind = kind.rawValue
        self.text = printable(text)
        self.reason = reason
    }

    public var description: String { "'\(text)' is not a valid D-Bus \(kind): \(reason)" }
}

/// Returns an external string for use in a message: at most 80 characters, with control characters escaped.
func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars.prefix(80) {
        result += scalar.value < 0x20 || scalar.value == 0x7F ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return text.unicodeScalars.count > 80 ? result + "…" : result
}
