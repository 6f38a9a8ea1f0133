import Synchronization

/// Lets calls of apps and browsers pass, or one swap of all that they are answered from, so that no call is answered from a mixture.
final class SwapGate: Sendable {
    private struct State {
        /// How many calls are inside.
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

    /// Whether a request is a call of an app or a browser; those of the administration swap, and tell what there is.
    static func concerns(_ path: String) -> Bool { !path.hasPrefix("/admin/") && !path.hasPrefix("/dashboard") }

    /// Lets a call in; it waits while a swap is under way.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.isClosed { state.calls.append(continuation) } else { state.inside += 1 }
                return !state.isClosed
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets a call out.
    func leave() {
        let draining = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.inside -= 1
            guard state.inside == 0 else { return nil }
            defer { state.draining = nil }
            return state.draining
        }
        draining?.resume()
    }

    /// Does something while no call is inside. A call that is slow to end, such as one whose client sends its body a byte at a time,
    /// holds it up for two seconds at most.
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

    /// The next swap's turn; when there is none, that of the calls.
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
