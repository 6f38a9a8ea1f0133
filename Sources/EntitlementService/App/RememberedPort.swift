import NIOCore
import NIOPosix

/// The last port of the service, in its state folder. It is reused, so that a device that trusts the service, and apps that know
/// its address, find it after a restart.
public struct RememberedPort: Sendable {
    private let path: String

    /// Creates the port of the services that use a state folder.
    public init(in folder: StateFolder) { path = folder.path(of: "port") }

    /// Returns the port; nil if none was stored, or the file is invalid.
    public func read() -> Int? {
        guard let bytes = try? PlainFile(path, limit: 16).bytes else { return nil }
        let port = UInt16(String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }) ?? 0
        return port > 0 ? Int(port) : nil
    }

    /// Stores a port for the next start.
    ///
    /// - Throws: ``SetupFailure`` if it cannot be written.
    public func keep(_ port: Int) throws {
        guard read() != port else { return }
        try StateFolder.write("\(port)\n", to: path)
    }

    /// Returns whether the port is currently free.
    public static func isFree(_ port: Int, host: String) async -> Bool {
        // As the server itself does: earlier connections that are still closing do not matter.
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        guard let channel = try? await bootstrap.bind(host: host, port: port).get() else { return false }
        try? await channel.close()
        return true
    }
}
