/// An input that is never acceptable, with the field and the accepted values.
public struct InvalidInput: Error, Sendable, Equatable, CustomStringConvertible {
    /// The field, with its name on the bus: `status`, `expires-in`.
    public var field: String
    /// The accepted values.
    public var message: String

    /// Creates an input error.
    public init(field: String, message: String) {
        self.field = field
        self.message = message
    }

    public var description: String { "\(field): \(message)" }

    /// Throws an error if a string is too long.
    ///
    /// - Parameter limit: The limit in bytes of UTF-8.
    /// - Returns: The string.
    public static func checkLength(_ text: String?, of field: String, atMost limit: Int) throws(InvalidInput) -> String? {
        guard let text, text.utf8.count > limit else { return text }
        throw InvalidInput(field: field, message: "must be at most \(limit) bytes")
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// Creates the value with a name.
    ///
    /// - Throws: `InvalidInput` with the field and the accepted names.
    public init(_ name: String?, field: String) throws(InvalidInput) {
        guard let value = name.flatMap(Self.init(rawValue:)) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw InvalidInput(field: field, message: "must be one of \(names)")
        }
        self = value
    }
}
