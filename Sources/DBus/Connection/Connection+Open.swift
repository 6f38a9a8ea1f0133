import CDBus
import Glibc

extension Connection {
    /// The address of the session bus: `DBUS_SESSION_BUS_ADDRESS`, or else that of the user bus in `XDG_RUNTIME_DIR`; nil if there
    /// is none.
    public static var sessionAddress: String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS") { return address }
        guard let folder = environment("XDG_RUNTIME_DIR"), access(folder + "/bus", F_OK) == 0 else { return nil }
        return "unix:path=" + folder + "/bus"
    }

    /// Connects to the session bus. Every call opens a new connection, which is ready to use.
    /// - Throws: `ConnectionError.cannotConnect` with the address and the reason.
    public static func session(options: ConnectionOptions = ConnectionOptions()) async throws -> Connection {
        guard let address = sessionAddress else {
            throw ConnectionError.cannotConnect("DBUS_SESSION_BUS_ADDRESS is not set, and $XDG_RUNTIME_DIR/bus does not exist")
        }
        return try await open(address: address, options: options)
    }

    /// Connects to the bus at an address such as `unix:path=/run/user/1000/bus`.
    /// - Throws: `ConnectionError.cannotConnect` with the reason.
    public static func open(address: String, options: ConnectionOptions = ConnectionOptions()) async throws -> Connection {
        try await open(address, hasBus: true, options)
    }

    /// Connects to a peer without a bus.
    /// - Throws: `ConnectionError.cannotConnect` with the reason.
    public static func peer(address: String, options: ConnectionOptions = ConnectionOptions()) async throws -> Connection {
        try await open(address, hasBus: false, options)
    }

    private static func open(_ address: String, hasBus: Bool, _ options: ConnectionOptions) async throws -> Connection {
        let connection = try Connection(hasBus: hasBus, options: options)
        try await connection.connect(to: address)
        do {
            if hasBus { try await connection.sayHello() } else { try await connection.authenticate() }
        } catch {
            await connection.close()
            throw connectFailure(error, address: address)
        }
        return connection
    }

    private func connect(to address: String) throws {
        try attach(ConnectionHandle(address: address))
    }

    func attach(_ handle: ConnectionHandle) {
        loop.connection = handle
        // The filter runs only inside `dispatch()`, so a plain pointer to this actor is valid whenever it is used.
        handle.attach(to: loop, filter: Connection.filter, context: Unmanaged.passUnretained(self).toOpaque())
    }

    private func sayHello() async throws {
        let reply = try await call(.bus, path: .busPath, interface: .bus, member: "Hello", timeout: options.connectTimeout)
        let name = try reply.decode(as: BusName.self)
        try becomeOpen()
        setUniqueName(name)
    }

    /// Completes opening, unless the connection has ended since the other side answered.
    private func becomeOpen() throws(ConnectionError) {
        guard state == .connecting else { throw .disconnected }
        state = .open
    }

    /// Waits until both sides have authenticated.
    func authenticate() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            guard state != .closed else { return continuation.resume(throwing: ConnectionError.disconnected) }
            authenticationWaiter = continuation
            authenticationDue = .now + options.connectTimeout
        }
        try becomeOpen()
    }

    private static func connectFailure(_ error: any Error, address: String) -> any Error {
        switch error {
        case ConnectionError.disconnected:
            ConnectionError.cannotConnect("'\(printable(address))': the other side ended the connection during authentication")
        case ConnectionError.timedOut:
            ConnectionError.cannotConnect("'\(printable(address))': no answer in time")
        case let error as RemoteError:
            ConnectionError.cannotConnect("'\(printable(address))': \(error)")
        default: error
        }
    }

    private static func environment(_ name: String) -> String? {
        guard let text = getenv(name) else { return nil }
        return text.pointee == 0 ? nil : String(cString: text)
    }

    /// Receives every message that libdbus does not answer itself (it answers `org.freedesktop.DBus.Peer`).
    private static let filter: DBusHandleMessageFunction = { _, raw, context in
        guard let raw, let context else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
        // The closure runs immediately, on this thread.
        nonisolated(unsafe) let message = raw
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        let isHandled = connection.assumeIsolated { $0.receive(message) }
        return isHandled ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
    }
}
