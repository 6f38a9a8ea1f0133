/// The name of a connection on a bus: unique (`:1.42`) or well-known (`org.example.Service1`).
///
/// Mirrors the D-Bus specification, "Bus names".
public struct BusName: CheckedText {
    static let kind = NameKind.busName
    public let string: String

    init(unchecked string: String) { self.string = string }
}

extension BusName {
    /// Whether the bus assigned this name to one connection, which keeps it for its lifetime and never shares it.
    public var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    /// The bus itself: `org.freedesktop.DBus`.
    public static let bus: BusName = "org.freedesktop.DBus"
}
