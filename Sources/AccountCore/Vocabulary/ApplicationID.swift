import Encodings
import TVWorld

/// The identifier of an app, like a bundle identifier: `com.example.player`.
///
/// One to 255 characters of `A–Z a–z 0–9 . _ -`, without leading, trailing or consecutive dots.
public struct ApplicationID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The identifier as a string.
    public let text: String

    /// The maximum length of an identifier, in characters (all of them ASCII).
    public static let maximumLength = 255

    /// Creates an identifier from a string.
    ///
    /// - Parameter field: The name of the identifier's argument or key; by default that of `Register`.
    /// - Throws: `InvalidInput` with the field and what is accepted.
    public init(_ text: String, field: String = "application_id") throws(InvalidInput) {
        guard TextRule.application.accepts(text) else { throw Self.refusal(of: text, field: field) }
        self.text = text
    }

    /// Returns the error for a string that is not a valid identifier.
    static func refusal(of text: String, field: String) -> InvalidInput {
        InvalidInput(
            field: field,
            message: "must be \(TextRule.application.accepted), not \(text.isEmpty ? "empty" : "'\(text.prefix(64))'")")
    }

    /// Creates the identifier of a program without another identity: the base name of its executable, with `_` for every
    /// character that is not allowed. Nil if nothing is left.
    public init?(executable path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        var bytes: [UInt8] = []
        for byte in name.utf8.prefix(Self.maximumLength) {
            let isRepeatedDot = byte == UInt8(ascii: ".") && (bytes.isEmpty || bytes.last == byte)
            bytes.append(Self.isAccepted(byte) && !isRepeatedDot ? byte : UInt8(ascii: "_"))
        }
        if bytes.last == UInt8(ascii: ".") { bytes[bytes.count - 1] = UInt8(ascii: "_") }
        guard !bytes.isEmpty else { return nil }
        text = String(decoding: bytes, as: UTF8.self)
    }

    public var description: String { text }

    public static func < (left: ApplicationID, right: ApplicationID) -> Bool { left.text < right.text }

    private static func isAccepted(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
}
