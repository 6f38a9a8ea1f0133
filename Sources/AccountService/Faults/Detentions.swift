import DBus
import Synchronization
import TVWorld

/// The calls that faults hold up. Each waits in its own task, so that no other call notices.
final class Detentions: Sendable {
    /// Why a call waits.
    struct Cause: Sendable {
        /// The fault's name.
        var fault: String
        /// Where it struck.
        var point: FaultPoint
        /// The connection that waits for the answer; nil when none does.
        var sender: BusName?
        /// Whether nothing but a person's word ends the waiting.
        var isHanging = false
    }

    private struct Detention {
        var cause: Cause
        var continuation: CheckedContinuation<Void, any Error>
        /// Ends it when its time is over.
        var timer: Task<Void, Never>?
    }

    private struct State {
        var detentions: [UInt64: Detention] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    private let wait: @Sendable (Pause) async -> Void

    /// - Parameter wait: Lets time pass.
    init(wait: @escaping @Sendable (Pause) async -> Void) {
        self.wait = wait
    }

    /// Waits.
    ///
    /// - Parameters:
    ///   - milliseconds: How long; nil: until `end`.
    ///   - isInForce: Whether the cause is still there: it may have gone since the call was struck.
    /// - Throws: `CancellationError` when the task is cancelled, or the sender has left.
    func hold(_ cause: Cause, for milliseconds: Int64?, while isInForce: @Sendable () -> Bool) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(number, cause, milliseconds, continuation)
                // Whoever removes a fault ends what waits because of it: either there, or here.
                if !isInForce() { end(number) }
            }
        } onCancel: {
            end(number, throwing: CancellationError())
        }
    }

    /// How many calls wait because of something.
    func count(where isMeant: (Cause) -> Bool) -> Int {
        state.withLock { $0.detentions.values.count { isMeant($0.cause) } }
    }

    /// Lets calls go on.
    ///
    /// - Returns: How many.
    @discardableResult
    func end(throwing error: (any Error)? = nil, where isMeant: (Cause) -> Bool) -> Int {
        let numbers = state.withLock { state in state.detentions.filter { isMeant($0.value.cause) }.keys.sorted() }
        return numbers.count { end($0, throwing: error) }
    }

    private func begin(
        _ number: UInt64, _ cause: Cause, _ milliseconds: Int64?, _ continuation: CheckedContinuation<Void, any Error>
    ) {
        var cause = cause
        cause.isHanging = milliseconds == nil
        let isCancelled = state.withLock { state in
            // Asked under the lock: a cancellation from now on finds the detention.
            guard !Task.isCancelled else { return true }
            state.detentions[number] = Detention(cause: cause, continuation: continuation)
            return false
        }
        if isCancelled { return continuation.resume(throwing: CancellationError()) }
        guard let milliseconds else { return }
        let timer = Task { [weak self, wait] in
            await wait(.fault(milliseconds: milliseconds))
            self?.end(number)
        }
        let isOver = state.withLock { state in
            state.detentions[number]?.timer = timer
            return state.detentions[number] == nil
        }
        if isOver { timer.cancel() }
    }

    @discardableResult
    private func end(_ number: UInt64, throwing error: (any Error)? = nil) -> Bool {
        guard let detention = state.withLock({ $0.detentions.removeValue(forKey: number) }) else { return false }
        detention.timer?.cancel()
        if let error { detention.continuation.resume(throwing: error) } else { detention.continuation.resume() }
        return true
    }
}
