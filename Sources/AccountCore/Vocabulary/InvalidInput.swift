import TVWorld

/// An input that is invalid in every state of the device, with the field and the accepted values.
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

    /// Returns the same error for a location in a document.
    func at(_ place: String) -> InvalidInput { InvalidInput(field: place, message: message) }

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

/// The reason why the device does not do what a call requests, although the values of the call are valid.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of reason: each has its own error name on the bus.
    public enum Kind: Sendable, Equatable {
        /// What the call names does not exist.
        case notFound
        /// The device has reached a maximum number.
        case limitReached
        /// There is an unfinished request with the identifier.
        case pathInUse
    }

    /// The kind of reason.
    public let kind: Kind
    /// The message.
    public let description: String

    /// Creates a refusal.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Returns the refusal of an unknown name, with the nearest known one or a list of them.
    public static func unknown(_ what: String, _ name: String, at place: String? = nil, known: [String]) -> Refusal {
        let owner = place.map { " at \($0)" } ?? ""
        return Refusal(.notFound, "no \(what) \(name)\(owner); \(NearestName.remark(on: name, known: known))")
    }
}
