/// The name of a method, signal or property.
///
/// Mirrors the D-Bus specification, "Member names".
public struct MemberName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as a string.
    public let string: String

    /// Creates a name from a string that is known only at run time.
    /// - Throws: `InvalidNameError` if the string violates the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.memberName.validate(string)
        self.string = string
    }

    /// Creates a name from a literal. An invalid literal is a programming error and terminates the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    /// Creates a name from a string that libdbus has already checked.
    init(unchecked string: String) {
        self.string = string
    }

    public var description: String { string }
}
