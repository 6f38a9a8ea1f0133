import DBus

/// A weak reference to the daemon's connection, for objects that the connection retains.
struct WeakConnection: Sendable {
    // A closure: whatever contains a weak property itself is expensive to copy, and this is part of every call.
    private let current: @Sendable () -> Connection?

    init(connection: Connection? = nil) {
        current = { [weak connection] in connection }
    }

    /// The connection, unless it has been released.
    var connection: Connection? { current() }
}

extension Connection {
    /// Sends a signal, as `attempt` does.
    func announce(
        _ member: MemberName, of interface: InterfaceName, at path: ObjectPath, _ arguments: [any BusValueConvertible] = [],
        to receiver: BusName? = nil
    ) {
        attempt { try emit(path: path, interface: interface, member: member, arguments: arguments, to: receiver) }
    }
}

/// Performs an action that can fail only if the connection was lost or the bus does not read, and the error cannot be reported.
func attempt(_ action: () throws -> Void) {
    do { try action() } catch ConnectionError.disconnected {
    } catch { StandardError.write("vsad: \(error)") }
}
