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
}
