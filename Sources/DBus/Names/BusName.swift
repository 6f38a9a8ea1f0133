/// The name of a connection on a bus: unique (`:1.42`) or well-known (`org.example.Service1`).
///
/// Mirrors the D-Bus specification, "Bus names".
public struct BusName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as text.
    public let string: String

    /// Checks a text that is known at run time only.
    /// - Throws: `InvalidNameError` when the text breaks the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.busName.validate(string)
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

extension BusName {
    /// Whether the bus gave this name to one connection, which keeps it for life and never shares it.
    public var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    /// The bus itself: `org.freedesktop.DBus`.
    public static let bus: BusName = "org.freedesktop.DBus"
}
