import CDBus

/// The one owner of a libdbus connection: opens or adopts it, closes it and gives the reference back. Lives and dies on the
/// loop thread.
final class ConnectionHandle {
    private let pointer: OpaquePointer

    /// Connects to the first address of a list that works. Waits for the socket's `connect`, nothing else.
    init(address: String) throws(ConnectionError) {
        // Otherwise libdbus ignores SIGPIPE for the whole process; it does not need to, it sends with MSG_NOSIGNAL.
        dbus_connection_set_change_sigpipe(0)
        guard !address.containsNUL else { throw .cannotConnect("the address contains a NUL character") }
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let pointer = dbus_connection_open_private(address, &error) else {
            let reason = error.message.map { String(cString: $0) } ?? "unknown reason"
            throw .cannotConnect("'\(printable(address))': \(printable(reason))")
        }
        self.pointer = pointer
    }

    /// Takes over a reference to a connection that a server has accepted.
    init(adopting pointer: OpaquePointer) { self.pointer = pointer }

    deinit {
        dbus_connection_close(pointer)
        dbus_connection_unref(pointer)
    }

    /// Connects the watches and timers to the loop and all messages to `filter`.
    func attach(to loop: EventLoop, filter: @escaping DBusHandleMessageFunction, context: UnsafeMutableRawPointer) {
        dbus_connection_set_exit_on_disconnect(pointer, 0)
        let watches = Unmanaged.passUnretained(loop.watches).toOpaque()
        let timeouts = Unmanaged.passUnretained(loop.timeouts).toOpaque()
        let isComplete =
            dbus_connection_set_watch_functions(pointer, WatchSet.add, WatchSet.remove, WatchSet.toggled, watches, nil) != 0
            && dbus_connection_set_timeout_functions(
                pointer, TimeoutSet.add, TimeoutSet.remove, TimeoutSet.toggled, timeouts, nil) != 0
            && dbus_connection_add_filter(pointer, filter, context, nil) != 0
        if !isComplete { fatalError("libdbus is out of memory") }
    }

    /// Puts a message into the outgoing queue, and on the wire as far as that takes it.
    /// - Returns: the message's serial number.
    func send(_ message: borrowing RawMessage) -> UInt32 {
        var serial: dbus_uint32_t = 0
        if dbus_connection_send(pointer, message.pointer, &serial) == 0 { fatalError("libdbus is out of memory") }
        return serial
    }

    /// Ends the transport. The local signal `Disconnected` follows.
    func close() { dbus_connection_close(pointer) }

    /// Hands the next message to the filter, if there is one.
    /// - Returns: whether another one is there.
    func dispatch() -> Bool { dbus_connection_dispatch(pointer) == DBUS_DISPATCH_DATA_REMAINS }

    /// Whether a whole message waits to be dispatched.
    var hasIncoming: Bool { dbus_connection_get_dispatch_status(pointer) == DBUS_DISPATCH_DATA_REMAINS }

    /// Whether messages wait to be sent.
    var hasOutgoing: Bool { dbus_connection_has_messages_to_send(pointer) != 0 }

    /// Bytes that wait to be sent.
    var outgoingByteCount: Int { Int(dbus_connection_get_outgoing_size(pointer)) }

    /// Whether the transport is open.
    var isConnected: Bool { dbus_connection_get_is_connected(pointer) != 0 }

    /// Whether both sides have accepted each other.
    var isAuthenticated: Bool { dbus_connection_get_is_authenticated(pointer) != 0 }

    /// Whether file descriptors can be sent; known after authentication.
    var canSendFileDescriptors: Bool { dbus_connection_can_send_type(pointer, CInt(UInt8(ascii: "h"))) != 0 }

    /// How many bytes of messages may have been read and not been given back before libdbus reads no further. Then not even the
    /// replies to one's own calls come in, so that this is well above what `CallRoom` lets wait. (The largest size of a single
    /// message is never set: libdbus ends the connection on which a larger one comes.)
    func setReceivedLimit(_ bytes: Int) { dbus_connection_set_max_received_size(pointer, CLong(bytes)) }

    /// Sets the name that the bus gave in its answer to `Hello`.
    func setUniqueName(_ name: BusName) {
        if dbus_bus_set_unique_name(pointer, name.string) == 0 { fatalError("libdbus is out of memory") }
    }

    /// User and process at the other end of a connection without a bus.
    var peer: (userID: UInt32?, processID: UInt32?) {
        var user: CUnsignedLong = 0
        var process: CUnsignedLong = 0
        let hasUser = dbus_connection_get_unix_user(pointer, &user) != 0
        let hasProcess = dbus_connection_get_unix_process_id(pointer, &process) != 0
        return (hasUser ? UInt32(user) : nil, hasProcess ? UInt32(process) : nil)
    }
}
