/// The name of an interface, such as `org.freedesktop.DBus.Properties`.
///
/// Mirrors the D-Bus specification, "Interface names".
public struct InterfaceName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as text.
    public let string: String

    /// Checks a text that is known at run time only.
    /// - Throws: `InvalidNameError` when the text breaks the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.interfaceName.validate(string)
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
