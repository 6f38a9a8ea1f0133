import NIOCore
import NIOPosix

/// The port that the service had last, in its state folder: it takes it again, so that a device that trusts it and apps that know its
/// address find it after a restart.
public struct RememberedPort: Sendable {
    private let path: String

    /// Creates the port of the services of a state folder.
    public init(in folder: StateFolder) { path = folder.path(of: "port") }

    /// The port; nil if none was kept, or the file holds something else.
    public func read() -> Int? {
        guard let bytes = try? PlainFile(path, limit: 16).bytes else { return nil }
        let port = UInt16(String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }) ?? 0
        return port > 0 ? Int(port) : nil
    }

    /// Keeps a port for the next time.
    ///
    /// - Throws: ``StateFolder/Unusable`` when it cannot be written.
    public func keep(_ port: Int) throws {
        guard read() != port else { return }
        try StateFolder.write("\(port)\n", to: path)
    }

    /// Whether nobody listens there. Somebody may a moment later.
    public static func isFree(_ port: Int, host: String) async -> Bool {
        // As the server itself will: connections of before that are not quite gone do not matter.
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        guard let channel = try? await bootstrap.bind(host: host, port: port).get() else { return false }
        try? await channel.close()
        return true
    }
}
