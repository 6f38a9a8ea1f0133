import PrivateSession
import Synchronization

/// The lines that a session writes to standard error, which is read all the time: a full pipe would stop the session.
struct SessionMessages: Sendable {
    private final class Received: Sendable {
        let lines = Mutex<[String]>([])
    }

    private let received: Received
    private let reading: Task<Void, Never>

    init(_ output: Lines) {
        let received = Received()
        self.received = received
        reading = Task {
            while let line = await output.next() { received.lines.withLock { $0.append(line) } }
        }
    }

    var soFar: [String] { received.lines.withLock(\.self) }

    /// Returns all lines, when the session has ended.
    func all() async -> [String] {
        await reading.value
        return soFar
    }
}
