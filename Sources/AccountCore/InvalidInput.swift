/// An input that cannot be accepted, whatever the state: the caller is told the field and what it may hold.
public struct InvalidInput: Error, Sendable, Equatable, CustomStringConvertible {
    /// The field, as it is called on the bus: `status`, `expires-in`.
    public var field: String
    /// What is accepted.
    public var message: String

    /// An input error.
    public init(field: String, message: String) {
        self.field = field
        self.message = message
    }

    public var description: String { "\(field): \(message)" }

    /// Refuses a text that is too long.
    ///
    /// - Parameter limit: In bytes of UTF-8.
    /// - Returns: The text.
    public static func checkLength(_ text: String?, of field: String, atMost limit: Int) throws(InvalidInput) -> String? {
        guard let text, text.utf8.count > limit else { return text }
        throw InvalidInput(field: field, message: "must be at most \(limit) bytes")
    }
}
