import DBus

/// A weak reference to the daemon's connection, for objects that the connection retains.
struct WeakConnection: Sendable {
    /// The connection, unless it has been released.
    // Not `let`: Swift 6.2 has no weak constants.
    weak var connection: Connection?
}

/// Performs an action that can fail only if the connection was lost or the bus does not read, and the error cannot be reported.
func attempt(_ action: () throws -> Void) {
    do { try action() } catch ConnectionError.disconnected {
    } catch { StandardError.write("vsad: \(error)") }
}
