import Foundation
import Glibc

/// A TCP connection of a misbehaving peer. Its calls block: use it on its own thread, ``onThread(_:)``.
final class RawConnection: Sendable {
    /// The connection failed.
    struct Failure: Error {
        let step: String
        let number: Int32
    }

    private let descriptor: Int32

    /// Connects to a port of this machine; reads fail after ten minutes.
    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(step: "socket", number: errno) }
        var limit = timeval(tv_sec: 600, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(step: "connect", number: errno) }
    }

    deinit { close(descriptor) }

    /// Returns the answer to a text on a new connection, up to the end of another text, or until the peer closes.
    static func answer(of port: Int, to text: String, until end: String = "\0") async throws -> String {
        try await onThread {
            let connection = try RawConnection(port: port)
            try connection.write(text)
            return try connection.read(until: end)
        }
    }

    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(step: "send", number: errno)
        }
    }

    /// Reads until a text has arrived a number of times, or the peer closes.
    func read(until text: String, count: Int = 1) throws -> String {
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while String(decoding: received, as: UTF8.self).components(separatedBy: text).count <= count {
            let length = recv(descriptor, &buffer, buffer.count, 0)
            guard length >= 0 else { throw Failure(step: "recv", number: errno) }
            if length == 0 { break }
            received += buffer[..<length]
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// Aborts the connection so that the peer sees a reset.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }
}

/// Runs blocking work on a thread outside the cooperative pool.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: work)) }.start()
    }
}
