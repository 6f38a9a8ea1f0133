import CDBus

@testable import DBus

/// A server that accepts connections without a bus, only from the user of this process.
actor PeerServer: LoopClient {
    nonisolated let loop: EventLoop
    private let options: ConnectionOptions
    private var handle: ServerHandle?
    private let accepted: AsyncStream<Connection>.Continuation

    /// The accepted connections, in order, ready to use. Export objects before their calls arrive: the other side may make calls
    /// as soon as it is connected. The stream ends with `close()`.
    nonisolated let connections: AsyncStream<Connection>

    /// The executor is the server's own loop thread.
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Listens on an address such as `unix:path=/run/user/1000/example` or `unix:dir=/tmp`.
    ///
    /// - Parameters:
    ///   - options: The options of every accepted connection.
    ///   - prepare: Called with each accepted connection before it reads anything; the place to export objects.
    /// - Throws: `ConnectionError.cannotConnect` with the reason.
    static func listen(
        address: String, options: ConnectionOptions = ConnectionOptions(),
        prepare: @escaping @Sendable (isolated Connection) throws -> Void = { _ in }
    ) async throws -> PeerServer {
        let server = try PeerServer(options: options, prepare: prepare)
        try await server.attach(address)
        return server
    }

    private let prepare: @Sendable (isolated Connection) throws -> Void

    private init(options: ConnectionOptions, prepare: @escaping @Sendable (isolated Connection) throws -> Void)
        throws(ConnectionError)
    {
        loop = try EventLoop()
        self.options = options
        self.prepare = prepare
        (connections, accepted) = AsyncStream.makeStream()
        loop.client = self
        try loop.start()
    }

    deinit {
        accepted.finish()
        loop.stop()
    }

    /// The address for clients; nil after `close()`.
    var address: String? { handle?.address }

    /// Stops listening. Accepted connections are kept. Must be called, because libdbus releases a server on its thread.
    func close() {
        handle = nil
        accepted.finish()
    }

    nonisolated func takeTurn() -> EventLoop.Wait { .forever }

    private func attach(_ address: String) throws {
        let handle = try ServerHandle(address: address)
        self.handle = handle
        // Called only by the loop while `client` is alive, so the pointer is valid whenever it is used.
        handle.attach(to: loop, accept: PeerServer.accept, context: Unmanaged.passUnretained(self).toOpaque())
    }

    private static let accept: DBusNewConnectionFunction = { _, raw, context in
        guard let raw, let context else { return }
        // The reference belongs to the `ConnectionHandle` that adopts it.
        nonisolated(unsafe) let pointer = dbus_connection_ref(raw)
        let server = Unmanaged<PeerServer>.fromOpaque(context).takeUnretainedValue()
        server.assumeIsolated { $0.adopt(pointer) }
    }

    private func adopt(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        guard let connection = try? Connection(hasBus: false, options: options) else {
            // There are no resources to serve it; to the peer, the connection ends.
            dbus_connection_close(pointer)
            return dbus_connection_unref(pointer)
        }
        let prepare = prepare
        let accepted = accepted
        let address = UInt(bitPattern: pointer)
        Task {
            do {
                try await connection.accept(address, prepare)
                accepted.yield(connection)
            } catch {
                await connection.close()
            }
        }
    }
}

extension Connection {
    /// Adopts the reference to an accepted connection.
    fileprivate func accept(_ address: UInt, _ prepare: @Sendable (isolated Connection) throws -> Void) async throws {
        guard let pointer = OpaquePointer(bitPattern: address) else { return }
        let handle = ConnectionHandle(adopting: pointer)
        try prepare(self)
        attach(handle)
        try await authenticate()
    }
}
