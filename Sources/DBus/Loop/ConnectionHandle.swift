import CDBus

/// The only owner of a libdbus connection: opens or adopts it, closes it and releases the reference. Used only on the loop
/// thread.
final class ConnectionHandle {
    private let pointer: OpaquePointer

    /// Connects to the first address of a list that works. Blocks only for the socket's `connect`.
    init(address: String) throws(ConnectionError) {
        pointer = try Self.open(address) { dbus_connection_open_private($0, &$1) }
    }

    /// Opens an address with a function of libdbus.
    static func open(
        _ address: String, _ function: (String, inout DBusError) -> OpaquePointer?
    ) throws(ConnectionError) -> OpaquePointer {
        // Otherwise libdbus ignores SIGPIPE in the whole process, which is unnecessary because it sends with MSG_NOSIGNAL.
        dbus_connection_set_change_sigpipe(0)
        guard !address.containsNUL else { throw .cannotConnect("the address contains a NUL character") }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let pointer = function(address, &error) else {
            let reason = error.message.map { String(cString: $0) } ?? "unknown reason"
            throw .cannotConnect("'\(printable(address))': \(printable(reason))")
        }
        return pointer
    }

    /// Adopts a reference to a connection that a server has accepted.
    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    deinit {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }

    /// Connects the watches and timers to the loop and all messages to `filter`.
    func attach(to loop: EventLoop, filter: @escaping DBusHandleMessageFunction, context: UnsafeMutableRawPointer) {
        dbus_connection_set_exit_on_disconnect(pointer, 0)
        // When this many bytes of received messages are in use, libdbus stops reading. Then not even the replies to the
        // connection's own calls are received, so the limit is well above what `CallRoom` allows to wait. (The maximum size of a
        // single message is never set: libdbus closes the connection on which a larger one arrives.)
        dbus_connection_set_max_received_size(pointer, CLong(MessageLimits.received))
        let watches = Unmanaged.passUnretained(loop.watches).toOpaque()
        let timeouts = Unmanaged.passUnretained(loop.timeouts).toOpaque()
        let isComplete =
            dbus_connection_set_watch_functions(pointer, WatchSet.add, WatchSet.remove, WatchSet.toggled, watches, nil) != 0
            && dbus_connection_set_timeout_functions(
                pointer, TimeoutSet.add, TimeoutSet.remove, TimeoutSet.toggled, timeouts, nil) != 0
            && dbus_connection_add_filter(pointer, filter, context, nil) != 0
        if !isComplete { fatalError("libdbus is out of memory") }
    }

    /// Appends a message to the outgoing queue, and sends as much of it as possible.
    /// - Returns: The message's serial number.
    func send(_ message: borrowing RawMessage) -> UInt32 {
        var serial: dbus_uint32_t = 0
        if dbus_connection_send(pointer, message.pointer, &serial) == 0 { fatalError("libdbus is out of memory") }
        return serial
    }

    /// Closes the transport. The local signal `Disconnected` follows.
    func close() { dbus_connection_close(pointer) }

    /// Passes the next message to the filter, if there is one.
    /// - Returns: Whether there is another message.
    func dispatch() -> Bool { dbus_connection_dispatch(pointer) == DBUS_DISPATCH_DATA_REMAINS }

    /// Whether a whole message waits to be dispatched.
    var hasIncoming: Bool { dbus_connection_get_dispatch_status(pointer) == DBUS_DISPATCH_DATA_REMAINS }

    /// Whether messages wait to be sent.
    var hasOutgoing: Bool { dbus_connection_has_messages_to_send(pointer) != 0 }

    /// The number of bytes that wait to be sent.
    var outgoingByteCount: Int { Int(dbus_connection_get_outgoing_size(pointer)) }

    /// Whether the transport is open.
    var isConnected: Bool { dbus_connection_get_is_connected(pointer) != 0 }

    /// Whether both sides have authenticated.
    var isAuthenticated: Bool { dbus_connection_get_is_authenticated(pointer) != 0 }

    /// Whether file descriptors can be sent; valid after authentication.
    var canSendFileDescriptors: Bool { dbus_connection_can_send_type(pointer, CInt(UInt8(ascii: "h"))) != 0 }
}
