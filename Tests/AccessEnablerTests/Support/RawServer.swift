import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A server on a free loopback port that answers every connection with the same bytes and hangs up.
final class RawServer: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init(answer: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else {
                    if errno == EINTR { continue }
                    // Here and nowhere else: the number could belong to another server by the time this thread accepts again.
                    close(descriptor)
                    return
                }
                var buffer = [UInt8](repeating: 0, count: 65_536)
                _ = recv(connection, &buffer, buffer.count, 0)
                let bytes = Array(answer.utf8)
                _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }
    }

    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
