/// The names of the bus's own errors.
enum Names {
    static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The errors for a missing object.
    static let absence = ["org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod"]
}
