/// A string in a form that the D-Bus specification prescribes: a name, a path, a signature.
///
/// Each type also has `init(unchecked:)`, for strings that libdbus has already checked.
public protocol BusText: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The string itself.
    var string: String { get }

    /// Creates a value from a string that is known only at run time.
    /// - Throws: `InvalidNameError` if the string violates the rules of the D-Bus specification.
    init(_ string: String) throws(InvalidNameError)
}

extension BusText {
    /// Creates a value from a literal. An invalid literal is a programming error and terminates the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    public var description: String { string }
}
