/// The names of the bus's own errors.
package enum BusErrorName {
    package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
    package static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    /// The errors for a missing object.
    package static let absence = ["org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod"]
}
