import CDBus

@testable import DBus

/// The only owner of a libdbus server. Used only on the loop thread.
final class ServerHandle {
    private let pointer: OpaquePointer

    /// Listens on an address.
    init(address: String) throws(ConnectionError) {
        pointer = try ConnectionHandle.open(address) { dbus_server_listen($0, &$1) }
    }

    deinit {
        dbus_server_disconnect(pointer)
        dbus_server_unref(pointer)
    }

    /// Connects the watches and timers to the loop, and accepted connections to `accept`.
    func attach(to loop: EventLoop, accept: @escaping DBusNewConnectionFunction, context: UnsafeMutableRawPointer) {
        // Clients are identified by the kernel, not by a cookie in a home folder.
        let hasMechanism = "EXTERNAL".withCString { external in
            var mechanisms: [UnsafePointer<CChar>?] = [external, nil]
            return dbus_server_set_auth_mechanisms(pointer, &mechanisms) != 0
        }
        dbus_server_set_new_connection_function(pointer, accept, context, nil)
        let watches = Unmanaged.passUnretained(loop.watches).toOpaque()
        let timeouts = Unmanaged.passUnretained(loop.timeouts).toOpaque()
        let isComplete =
            hasMechanism
            && dbus_server_set_watch_functions(pointer, WatchSet.add, WatchSet.remove, WatchSet.toggled, watches, nil) != 0
            && dbus_server_set_timeout_functions(
                pointer, TimeoutSet.add, TimeoutSet.remove, TimeoutSet.toggled, timeouts, nil) != 0
        if !isComplete { fatalError("libdbus is out of memory") }
    }

    /// The address for clients, with the server's identifier.
    var address: String {
        guard let text = dbus_server_get_address(pointer) else { fatalError("libdbus is out of memory") }
        defer { dbus_free(text) }
        return String(cString: text)
    }
}
