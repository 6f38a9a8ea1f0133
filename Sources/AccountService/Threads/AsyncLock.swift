import Synchronization

/// Admits one operation at a time, in order of arrival; operations with keys from each key in turn, so that many operations of
/// one process do not hold up the few of another.
final class AsyncLock: Sendable {
    /// A process; nil for operations of none, or of one that is not known.
    typealias Key = UInt32?

    private struct State {
        var isTaken = false
        var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]
        /// The keys with waiting operations, the next one first.
        var order: [Key] = []

        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard !order.isEmpty else {
                isTaken = false
                return nil
            }
            let key = order.removeFirst()
            let continuation = waiting[key]?.removeFirst()
            if waiting[key]?.isEmpty == true { waiting[key] = nil } else { order.append(key) }
            return continuation
        }
    }

    private let state = Mutex(State())

    /// The number of waiting operations.
    var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Performs an operation while no other one is performed.
    ///
    /// - Throws: The error that the operation throws.
    func withLock<Value, Failure: Error>(
        for key: Key = nil, isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                if state.waiting[key, default: []].isEmpty { state.order.append(key) }
                state.waiting[key, default: []].append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { state.withLock { $0.next() }?.resume() }
        return try await work()
    }
}
