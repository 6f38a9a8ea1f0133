import Glibc

/// A TCP port that accepts connections and never answers, like an unreachable machine.
public final class SilentServer: Sendable {
    private let socket: Int32
    /// The port, of 127.0.0.1.
    public let port: UInt16

    /// Starts to accept connections.
    public init() throws {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else { throw StartFailure(description: "no port: \(String(cString: strerror(errno)))") }
        socket = descriptor
        port = address.sin_port.byteSwapped
    }

    deinit { close(socket) }

    /// Returns how many connections have been made since the last time.
    public func countConnections() -> Int {
        var count = 0
        while case let connection = accept(socket, nil, nil), connection >= 0 {
            close(connection)
            count += 1
        }
        return count
    }
}
