import HTTPTypes
import Synchronization

/// Admits work a little at a time; some more waits in line, in order, and the rest is refused.
final class Turnstile: Sendable {
    private struct State {
        var inside = 0
        var line: [CheckedContinuation<Bool, Never>] = []
    }

    private let width: Int
    private let lineLimit: Int
    private let state = Mutex(State())

    /// Admits at most `width` at a time; at most `lineLimit` others wait.
    init(width: Int, lineLimit: Int) {
        self.width = width
        self.lineLimit = lineLimit
    }

    /// How many wait.
    var waiting: Int { state.withLock { $0.line.count } }

    /// Does work when its turn comes.
    ///
    /// - Throws: ``HTTPRefusal`` 503 when the line is full, or what the work throws.
    func pass<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard await enter() else { throw HTTPRefusal.busy }
        defer { leave() }
        return try await work()
    }

    private func enter() async -> Bool {
        await withCheckedContinuation { continuation in
            let isAdmitted: Bool? = state.withLock { state in
                if state.inside < width {
                    state.inside += 1
                    return true
                }
                guard state.line.count < lineLimit else { return false }
                state.line.append(continuation)
                return nil
            }
            if let isAdmitted { continuation.resume(returning: isAdmitted) }
        }
    }

    private func leave() {
        let next: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.line.isEmpty else { return state.line.removeFirst() }
            state.inside -= 1
            return nil
        }
        next?.resume(returning: true)
    }
}

extension HTTPRefusal {
    /// Too much of one kind is under way: 503, worth another try a second later.
    static var busy: HTTPRefusal {
        var refusal = HTTPRefusal(.serviceUnavailable, "The service is busy with other calls of this kind. Try again.")
        refusal.headers[.retryAfter] = "1"
        return refusal
    }
}
