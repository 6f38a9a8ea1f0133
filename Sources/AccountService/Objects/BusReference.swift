import DBus

/// The daemon's connection for what the connection itself keeps alive, and which must not keep it alive in turn.
struct BusReference: Sendable {
    private let current: @Sendable () -> Connection?

    init(_ connection: Connection) {
        current = { [weak connection] in connection }
    }

    /// The connection, unless it has gone.
    var connection: Connection? { current() }
}
