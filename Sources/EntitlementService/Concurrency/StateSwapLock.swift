import Synchronization

/// A lock that admits either calls of apps and browsers, or one swap of everything they depend on, so that no call sees a
/// mixture.
final class StateSwapLock: Sendable {
    /// The reason why a call was not admitted.
    struct Overdue: Error {}

    private typealias Call = CheckedContinuation<Result<Void, Overdue>, Never>

    private struct State {
        /// The number of calls inside.
        var inside = 0
        var isClosed = false
        /// Whether the swap takes longer than calls wait.
        var isOverdue = false
        /// The number of swaps that have ended.
        var ended = 0
        /// Settled when the calls inside have ended; nil if no swap waits for them.
        var drained: ExpectedValue<Void>?
        /// The calls that wait for the swap.
        var calls: [Call] = []
        /// The swaps that wait for this one.
        var swaps: [CheckedContinuation<Void, Never>] = []

        /// Admits the waiting calls, and returns them.
        mutating func takeCalls() -> [Call] {
            defer { calls = [] }
            inside += calls.count
            return calls
        }
    }

    private let state = Mutex(State())
    private let patience: Duration

    /// - Parameter patience: The time for which calls wait for the work of a swap.
    init(patience: Duration) { self.patience = patience }

    /// Admits a call, unless a swap is in progress. In that case, returns false, and the call must ``enter()``.
    func entersAtOnce() -> Bool {
        state.withLock { state in
            if !state.isClosed { state.inside += 1 }
            return !state.isClosed
        }
    }

    /// Admits a call, which waits while a swap is in progress. It must ``leave()`` in any case.
    ///
    /// - Throws: ``Overdue`` if the swap takes too long.
    func enter() async throws(Overdue) {
        let result = await withCheckedContinuation { continuation in
            let result = state.withLock { state -> Result<Void, Overdue>? in
                if state.isClosed, !state.isOverdue {
                    state.calls.append(continuation)
                    return nil
                }
                state.inside += 1
                return state.isClosed ? .failure(Overdue()) : .success(())
            }
            if let result { continuation.resume(returning: result) }
        }
        try result.get()
    }

    /// Ends a call.
    func leave() {
        let drained = state.withLock { state in
            state.inside -= 1
            return state.inside == 0 ? state.drained.take() : nil
        }
        drained?.settle(.success(()))
    }

    /// Performs work while no call is inside. A slow call, such as one whose client sends its body one byte at a time, delays it
    /// by at most two seconds.
    func alone<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        await close()
        let number = state.withLock { $0.ended }
        let patience = Task { [weak self, patience] in
            try await Pause.until(.now + patience)
            self?.turnCallsAway(from: number)
        }
        defer {
            patience.cancel()
            open()
        }
        return try await work()
    }

    private func close() async {
        await withCheckedContinuation { continuation in
            let isMine = state.withLock { state in
                if state.isClosed { state.swaps.append(continuation) }
                defer { state.isClosed = true }
                return !state.isClosed
            }
            if isMine { continuation.resume() }
        }
        let drained = state.withLock { state in
            state.drained = state.inside > 0 ? ExpectedValue() : nil
            return state.drained
        }
        // Whether they have ended or not, the swap takes place.
        try? await drained?.value(before: .now + .seconds(2), otherwise: Overdue())
    }

    /// Rejects the waiting calls, and further ones until the swap has ended.
    private func turnCallsAway(from swap: Int) {
        let calls = state.withLock { state -> [Call] in
            guard state.ended == swap else { return [] }
            state.isOverdue = true
            return state.takeCalls()
        }
        for call in calls { call.resume(returning: .failure(Overdue())) }
    }

    /// Starts the next swap, or the waiting calls if there is none.
    private func open() {
        let (swap, calls) = state.withLock { state -> (CheckedContinuation<Void, Never>?, [Call]) in
            state.isOverdue = false
            state.ended += 1
            if !state.swaps.isEmpty { return (state.swaps.removeFirst(), []) }
            state.isClosed = false
            return (nil, state.takeCalls())
        }
        swap?.resume()
        for call in calls { call.resume(returning: .success(())) }
    }
}
