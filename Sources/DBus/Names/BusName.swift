/// The name of a connection on a bus: unique (`:1.42`) or well-known (`org.example.Service1`).
///
/// Mirrors the D-Bus specification, "Bus names".
public struct BusName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as a string.
    public let string: String

    /// Creates a name from a string that is known only at run time.
    /// - Throws: `InvalidNameError` if the string violates the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.busName.validate(string)
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

extension BusName {
    /// Whether the bus assigned this name to one connection, which keeps it for its lifetime and never shares it.
    public var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    /// The bus itself: `org.freedesktop.DBus`.
    public static let bus: BusName = "org.freedesktop.DBus"
}
