import Synchronization

/// Admits either calls of apps and browsers, or one swap of everything that they depend on, so that no call sees a mixture.
final class StateSwapLock: Sendable {
    private struct State {
        /// The number of calls inside.
        var inside = 0
        var isClosed = false
        /// The swap that waits for the calls inside.
        var draining: CheckedContinuation<Void, Never>?
        /// The calls that wait for the swap.
        var calls: [CheckedContinuation<Void, Never>] = []
        /// The swaps that wait for the swap.
        var swaps: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Admits a call, unless a swap is in progress: then it has to ``enter()``, and otherwise need not.
    func entersAtOnce() -> Bool {
        state.withLock { state in
            if !state.isClosed { state.inside += 1 }
            return !state.isClosed
        }
    }

    /// Admits a call; it waits while a swap is in progress.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.isClosed { state.calls.append(continuation) } else { state.inside += 1 }
                return !state.isClosed
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Ends a call.
    func leave() {
        let draining = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.inside -= 1
            guard state.inside == 0 else { return nil }
            defer { state.draining = nil }
            return state.draining
        }
        draining?.resume()
    }

    /// Performs work while no call is inside. A slow call, such as one whose client sends its body a byte at a time, delays it by
    /// two seconds at most.
    func alone<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        await close()
        defer { open() }
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
        let patience = Task { [weak self] in
            try await Pause.untilCallsEnd()
            self?.giveUp()
        }
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.inside > 0 { state.draining = continuation }
                return state.inside <= 0
            }
            if isEmpty { continuation.resume() }
        }
        patience.cancel()
    }

    private func giveUp() {
        let draining = state.withLock { state in
            defer { state.draining = nil }
            return state.draining
        }
        draining?.resume()
    }

    /// Starts the next swap, or the waiting calls if there is none.
    private func open() {
        let next = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if !state.swaps.isEmpty { return [state.swaps.removeFirst()] }
            defer { state.calls = [] }
            state.isClosed = false
            state.inside += state.calls.count
            return state.calls
        }
        for continuation in next { continuation.resume() }
    }
}
