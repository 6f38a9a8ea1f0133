import HTTPTypes
import Synchronization

/// A turnstile that admits a limited number of operations at a time; a limited number of others wait in order, and the rest are
/// rejected.
final class Turnstile: Sendable {
    private struct State {
        var inside = 0
        var line: [CheckedContinuation<Bool, Never>] = []
    }

    private let width: Int
    private let lineLimit: Int
    private let state = Mutex(State())

    /// Creates a turnstile that admits `width` operations at a time, with a queue of `lineLimit`.
    init(width: Int, lineLimit: Int) {
        self.width = width
        self.lineLimit = lineLimit
    }

    /// Performs work when it is its turn.
    ///
    /// - Throws: ``ServiceError`` 503 if the queue is full, or the errors of the work.
    func pass<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard await enter() else { throw ServiceError.busy }
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

extension ServiceError {
    /// The error for too many operations in progress: 503, to be retried after a second.
    static var busy: ServiceError {
        var refusal = ServiceError(.serviceUnavailable, "The service is busy with other calls of this kind. Try again.")
        refusal.headers[.retryAfter] = "1"
        return refusal
    }
}
