import CPostgreSQL
import Glibc

extension Connection {
    /// Sends any remaining output and receives the next result; nil at the end of a command's results.
    func nextResult(before deadline: ContinuousClock.Instant) throws(DatabaseError) -> OpaquePointer? {
        while true {
            let unsent = library.PQflush(handle)
            guard unsent >= 0 else { throw failure(.lost) }
            // A result that has arrived is read even if there is still output to send: the server may be waiting for that.
            guard library.PQisBusy(handle) == 1 else { return library.PQgetResult(handle) }
            if library.PQsslInUse(handle) == 1 {
                // OpenSSL may hold the rest of a record, up to 16 KiB, for which libpq had no room; the socket does not show it.
                guard library.PQconsumeInput(handle) == 1 else { throw failure(.lost) }
                guard library.PQisBusy(handle) == 1 else { continue }
            }
            guard wait(unsent == 1 ? POLLIN | POLLOUT : POLLIN, until: deadline) else {
                throw DatabaseError(.late, "The server did not answer in time.")
            }
            guard library.PQconsumeInput(handle) == 1 else { throw failure(.lost) }
        }
    }

    /// Waits for the socket.
    ///
    /// - Returns: Whether it is ready before the deadline.
    func wait(_ events: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline).components
            let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
            guard milliseconds > 0 else { return false }
            var descriptor = pollfd(fd: library.PQsocket(handle), events: Int16(events), revents: 0)
            let ready = poll(&descriptor, 1, Int32(clamping: milliseconds))
            if ready > 0 { return true }
            if ready < 0, errno != EINTR { return false }
        }
    }

    /// Waits for a notification on a channel that this session listens to, at most until the deadline.
    ///
    /// - Throws: ``DatabaseError`` if the connection was lost.
    public func waitForNotification(before deadline: ContinuousClock.Instant) throws(DatabaseError) {
        while true {
            guard library.PQconsumeInput(handle) == 1 else { throw failure(.lost) }
            var hasArrived = false
            while let notification = library.PQnotifies(handle) {
                hasArrived = true
                library.PQfreemem(notification)
            }
            if hasArrived || !wait(POLLIN, until: deadline) { return }
        }
    }

    /// Returns the connection's current error.
    func failure(_ kind: DatabaseError.Kind) -> DatabaseError {
        DatabaseError(kind, Self.line(library.PQerrorMessage(handle).map { String(cString: $0) } ?? ""))
    }

    /// Returns a message of libpq, which may have several lines, as one line.
    static func line(_ message: String) -> String {
        let lines = message.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
        return lines.isEmpty ? "The connection was closed." : lines.joined(separator: "; ")
    }
}
