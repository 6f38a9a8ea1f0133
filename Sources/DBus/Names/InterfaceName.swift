/// The name of an interface, such as `org.freedesktop.DBus.Properties`.
///
/// Mirrors the D-Bus specification, "Interface names".
public struct InterfaceName: CheckedText {
    static let kind = NameKind.interfaceName
    public let string: String

    init(unchecked string: String) { self.string = string }
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
