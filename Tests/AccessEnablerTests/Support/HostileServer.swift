import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server on a free loopback port that treats its callers as configured.
final class HostileServer: Sendable {
    /// What is done with a connection, in order; then it is closed.
    enum Step: Sendable {
        /// Reads what the caller has sent, as far as it has arrived.
        case read
        /// Sends a text.
        case send(String)
        /// Sends a text repeatedly, with pauses, until the caller has disconnected.
        case drip(String)
        /// Waits until the caller has disconnected.
        case hold
        /// Forgets the connection: the caller gets a reset.
        case reset
    }

    private struct State {
        var connections: Set<Int32> = []
        var accepted = 0
    }

    let port: UInt16
    private let descriptor: Int32
    private let state = Mutex(State())

    /// The number of accepted connections.
    var accepted: Int { state.withLock { $0.accepted } }

    /// Starts one; connections are treated in order, those after the last like the last.
    convenience init(_ connections: [Step]...) throws {
        try self.init(backlog: 64)
        Thread.detachNewThread { [self] in
            while let (number, connection) = accept() {
                let steps = connections[min(number, connections.count - 1)]
                Thread.detachNewThread { [self] in
                    for step in steps { Self.take(step, connection) }
                    end(connection)
                }
            }
        }
    }

    /// Starts one that accepts no connection.
    init(backlog: Int32) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, backlog) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Ends it with all of its connections.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        state.withLock { state in for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) } }
    }

    /// The next connection and its number; nil after the end.
    private func accept() -> (number: Int, connection: Int32)? {
        while true {
            let connection = Glibc.accept(descriptor, nil, nil)
            guard connection >= 0 else {
                if errno == EINTR { continue }
                // Only here: the descriptor could belong to another server by the time this thread accepts again.
                close(descriptor)
                return nil
            }
            return state.withLock { state in
                state.connections.insert(connection)
                state.accepted += 1
                return (state.accepted - 1, connection)
            }
        }
    }

    private func end(_ connection: Int32) {
        _ = state.withLock { $0.connections.remove(connection) }
        close(connection)
    }

    private static func take(_ step: Step, _ connection: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        switch step {
        case .read: _ = recv(connection, &buffer, buffer.count, 0)
        case .send(let text): _ = send(text, connection)
        case .drip(let text):
            // Only the end of the stream is left to read.
            var moment = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            while send(text, connection), poll(&moment, 1, 10) == 0 {}
        case .hold: while recv(connection, &buffer, buffer.count, 0) > 0 {}
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
    }

    private static func send(_ text: String, _ connection: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = Glibc.send(connection, Array(bytes), bytes.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}
