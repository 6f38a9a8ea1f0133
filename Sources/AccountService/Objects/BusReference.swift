import DBus

/// A weak reference to the daemon's connection, for objects that the connection retains.
struct BusReference: Sendable {
    private let current: @Sendable () -> Connection?

    init(_ connection: Connection) {
        current = { [weak connection] in connection }
    }

    /// The connection, unless it has been released.
    var connection: Connection? { current() }
}
