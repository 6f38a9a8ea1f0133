/// The name of a method, signal or property.
///
/// Mirrors the D-Bus specification, "Member names".
public struct MemberName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as text.
    public let string: String

    /// Checks a text that is known at run time only.
    /// - Throws: `InvalidNameError` when the text breaks the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.memberName.validate(string)
        self.string = string
    }

    /// A name written in the source. An invalid one is a mistake of the programmer and ends the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    /// Takes a text that libdbus has checked already.
    init(unchecked string: String) {
        self.string = string
    }

    public var description: String { string }
}
