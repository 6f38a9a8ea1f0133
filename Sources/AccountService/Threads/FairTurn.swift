import Synchronization

/// Admits one piece of work at a time, from each process in turn: much work of one process does not hold up the little of
/// another.
final class FairTurn: Sendable {
    /// A process; nil for all that are not known.
    typealias Process = UInt32?

    private struct State {
        var isTaken = false
        var waiting: [Process: [CheckedContinuation<Void, Never>]] = [:]
        /// The processes with waiting work, the next one first.
        var order: [Process] = []

        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard !order.isEmpty else {
                isTaken = false
                return nil
            }
            let process = order.removeFirst()
            let continuation = waiting[process]?.removeFirst()
            if waiting[process]?.isEmpty == true { waiting[process] = nil } else { order.append(process) }
            return continuation
        }
    }

    private let state = Mutex(State())

    /// How many pieces of work wait.
    var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Does work of a process when its turn comes.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before its turn, or the error that the work throws.
    func pass<Value>(for process: Process, _ work: () async throws -> Value) async throws -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                if state.waiting[process, default: []].isEmpty { state.order.append(process) }
                state.waiting[process, default: []].append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { state.withLock { $0.next() }?.resume() }
        try Task.checkCancellation()
        return try await work()
    }
}
