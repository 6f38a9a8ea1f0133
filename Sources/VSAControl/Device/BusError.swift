/// The names of the bus's errors that vsactl treats specially.
enum BusError {
    /// The name has no owner, and the bus could not start one.
    static let unreachable: Set<String> = [
        "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
    ]
    /// The prefix of errors of a failed activation.
    static let spawnPrefix = "org.freedesktop.DBus.Error.Spawn."
    /// The activated program did not own the name in time.
    static let timedOut: Set<String> = ["org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Timeout"]
}
