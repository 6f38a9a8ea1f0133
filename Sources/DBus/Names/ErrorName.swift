/// The name of an error reply, such as `org.freedesktop.DBus.Error.Failed`.
///
/// Mirrors the D-Bus specification, "Error names".
public struct ErrorName: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as text.
    public let string: String

    /// Checks a text that is known at run time only.
    /// - Throws: `InvalidNameError` when the text breaks the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.errorName.validate(string)
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

/// The error names of the D-Bus specification that every program meets.
extension ErrorName {
    /// The call failed for a reason without a name of its own.
    public static let failed: ErrorName = "org.freedesktop.DBus.Error.Failed"
    /// The arguments have other types or values than the method takes.
    public static let invalidArguments: ErrorName = "org.freedesktop.DBus.Error.InvalidArgs"
    /// The caller may not do this.
    public static let accessDenied: ErrorName = "org.freedesktop.DBus.Error.AccessDenied"
    /// A limit of the service is reached, for example on calls that are being handled.
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
    /// Nobody owns the name, and the bus knows no way to start its owner.
    public static let serviceUnknown: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
    /// Nobody owns the name that was asked for.
    public static let nameHasNoOwner: ErrorName = "org.freedesktop.DBus.Error.NameHasNoOwner"
    /// The callee left the bus, or did not answer in the bus's own time limit.
    public static let noReply: ErrorName = "org.freedesktop.DBus.Error.NoReply"
}
