import Glibc

/// A socket whose connections only the kernel accepts, and which sends nothing.
final class SilentSocket: Sendable {
    private let descriptor: CInt

    init(path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        guard result == 0, listen(descriptor, 8) == 0 else { throw SocketFailure() }
    }

    deinit { close(descriptor) }

    struct SocketFailure: Error {}
}
