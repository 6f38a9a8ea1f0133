/// The name of a connection on a bus: unique (`:1.42`) or well-known (`org.example.Service1`).
///
/// Mirrors the D-Bus specification, "Bus names".
public struct BusName: CheckedText {
    static let kind = NameKind.busName
    public let string: String

    init(unchecked string: String) { self.string = string }

    /// Whether the bus assigned this name to one connection, which keeps it for its lifetime and never shares it.
    public var isUnique: Bool { string.utf8.first == UInt8(ascii: ":") }

    /// The bus itself: `org.freedesktop.DBus`.
    public static let bus: BusName = "org.freedesktop.DBus"
}

/// The name of an interface, such as `org.freedesktop.DBus.Properties`.
///
/// Mirrors the D-Bus specification, "Interface names".
public struct InterfaceName: CheckedText {
    static let kind = NameKind.interfaceName
    public let string: String

    init(unchecked string: String) { self.string = string }

    static let bus: InterfaceName = "org.freedesktop.DBus"
    static let local: InterfaceName = "org.freedesktop.DBus.Local"
    static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
    static let objectManager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
    static let peer: InterfaceName = "org.freedesktop.DBus.Peer"
    /// `org.freedesktop.DBus.Properties`.
    public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}

/// The name of a method, signal or property.
///
/// Mirrors the D-Bus specification, "Member names".
public struct MemberName: CheckedText {
    static let kind = NameKind.memberName
    public let string: String

    init(unchecked string: String) { self.string = string }
}

/// The name of an error reply, such as `org.freedesktop.DBus.Error.Failed`.
///
/// Mirrors the D-Bus specification, "Error names".
public struct ErrorName: CheckedText {
    static let kind = NameKind.errorName
    public let string: String

    init(unchecked string: String) { self.string = string }
}

/// The common error names of the D-Bus specification.
extension ErrorName {
    /// The call failed for a reason without a specific name.
    public static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
    /// The arguments have types or values that the method does not accept.
    public static let invalidArguments: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The caller is not allowed to do this.
    public static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    /// A limit of the service has been reached, for example on concurrent calls.
    public static let limitsExceeded: ErrorName = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// There is no object at this path.
    public static let unknownObject: ErrorName = "org.freedesktop.DBus.Error.UnknownObject"
    /// The object does not have this interface.
    public static let unknownInterface: ErrorName = "org.freedesktop.DBus.Error.UnknownInterface"
    /// The interface does not have this method.
    public static let unknownMethod: ErrorName = "org.freedesktop.DBus.Error.UnknownMethod"
    /// The interface does not have this property.
    public static let unknownProperty: ErrorName = "org.freedesktop.DBus.Error.UnknownProperty"
    /// The property cannot be set.
    public static let propertyReadOnly: ErrorName = "org.freedesktop.DBus.Error.PropertyReadOnly"
    /// The name has no owner, and the bus cannot start one.
    public static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// The requested name has no owner.
    public static let nameHasNoOwner: ErrorName = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The callee left the bus, or did not reply within the bus's own time limit.
    public static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
}
