/// A D-Bus value does not have the required type or form.
public struct BusConversionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The location of the value in the message, outermost first: "argument 2", "key 'prompt'", "element 3".
    public var location: [String]
    /// A description of the problem and of what is accepted.
    public var reason: String

    /// Creates an error without a location; callers add it with `within(_:)`.
    public init(reason: String, location: [String] = []) {
        self.reason = reason
        self.location = location
    }

    /// Creates the error for a value of the wrong type.
    public init(expected: BusSignature, found: BusValue) {
        self.init(reason: "expected type '\(expected)', got '\(printable(found.type.string))'")
    }

    /// Returns the error with the location one level further out.
    public func within(_ place: String) -> BusConversionError {
        BusConversionError(reason: reason, location: [place] + location)
    }

    public var description: String { (location + [reason]).joined(separator: ": ") }
}
