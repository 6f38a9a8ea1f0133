/// The name of an interface, such as `org.freedesktop.DBus.Properties`.
///
/// Mirrors the D-Bus specification, "Interface names".
public struct InterfaceName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as a string.
    public let string: String

    /// Creates a name from a string that is known only at run time.
    /// - Throws: `InvalidNameError` if the string violates the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.interfaceName.validate(string)
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

/// The interfaces of the D-Bus specification.
extension InterfaceName {
    static let bus: InterfaceName = "org.freedesktop.DBus"
    static let local: InterfaceName = "org.freedesktop.DBus.Local"
    static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    static let objectManager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
    static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
    /// `org.freedesktop.DBus.Properties`.
    public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}
