/// A D-Bus value that does not have the type or form that is needed.
public struct ConversionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the message the value stands, outermost first: "argument 2", "key 'prompt'", "element 3".
    public var location: [String]
    /// What is wrong, naming what is accepted.
    public var reason: String

    /// Makes an error without a location; callers add it with `within(_:)`.
    public init(reason: String, location: [String] = []) {
        self.reason = reason
        self.location = location
    }

    /// A value of another type than the one needed.
    public init(expected: Signature, found: Value) {
        self.init(reason: "expected type '\(expected)', got '\(printable(found.type.string))'")
    }

    /// The same error, seen from one level further out.
    public func within(_ place: String) -> ConversionError {
        ConversionError(reason: reason, location: [place] + location)
    }

    public var description: String { (location + [reason]).joined(separator: ": ") }
}
