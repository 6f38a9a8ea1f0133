import Synchronization

/// Resources, each of which serves one operation at a time. Operations wait in order of arrival; of several processes, the one
/// that has used the resources for the shortest time is next, so that one with many or long operations hardly delays the others.
/// A failed operation's time counts several times, so that a process that fails repeatedly leaves more room for others.
final class FairPool<Resource: Sendable>: Sendable {
    /// The process of an operation; nil if there is none, or it is unknown.
    typealias Key = UInt32?
    typealias Instant = ContinuousClock.Instant

    private struct State {
        var free: [Resource]
        var waiting: [Key: [CheckedContinuation<Resource, Never>]] = [:]
        /// The keys with waiting operations, the longest waiting first.
        var order: [Key] = []
        /// The time that each key has used since nothing was in progress.
        var used: [Key: Duration] = [:]
        /// The time that the last admitted key had used. A newly arriving key counts as having used at least this much;
        /// otherwise, a key that was idle for a long time would precede all others for just as long.
        var floor = Duration.zero

        mutating func arrive(_ key: Key) {
            used[key] = max(used[key] ?? floor, floor)
        }

        /// Removes and returns the next operation.
        mutating func next() -> CheckedContinuation<Resource, Never>? {
            func used(_ index: Int) -> Duration { self.used[order[index]] ?? floor }
            guard let index = order.indices.min(by: { used($0) < used($1) }) else { return nil }
            let key = order.remove(at: index)
            floor = max(floor, self.used[key] ?? floor)
            let continuation = waiting[key]?.removeFirst()
            if waiting[key]?.isEmpty == true { waiting[key] = nil } else { order.append(key) }
            return continuation
        }
    }

    /// The factor by which the time of a failed operation is multiplied.
    private static var failureFactor: Int { 8 }

    private let count: Int
    private let state: Mutex<State>
    private let now: @Sendable () -> Instant

    /// Creates a pool of resources.
    ///
    /// - Parameter now: Returns the time, for measuring how long an operation takes.
    init(_ resources: [Resource], now: @escaping @Sendable () -> Instant = { .now }) {
        count = resources.count
        state = Mutex(State(free: resources))
        self.now = now
    }

    /// The number of waiting operations.
    var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Performs an operation with a resource that no other operation is using.
    ///
    /// - Throws: The error that the operation throws.
    func withResource<Value, Failure: Error>(
        for key: Key = nil, isolation: isolated (any Actor)? = #isolation,
        _ work: (Resource) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let resource = await withCheckedContinuation { continuation in
            let free: Resource? = state.withLock { state in
                state.arrive(key)
                if let resource = state.free.popLast() { return resource }
                if state.waiting[key, default: []].isEmpty { state.order.append(key) }
                state.waiting[key, default: []].append(continuation)
                return nil
            }
            if let free { continuation.resume(returning: free) }
        }
        let start = now()
        var factor = Self.failureFactor
        defer { finish(resource, key, after: (now() - start) * factor) }
        let value = try await work(resource)
        factor = 1
        return value
    }

    private func finish(_ resource: Resource, _ key: Key, after time: Duration) {
        let next: CheckedContinuation<Resource, Never>? = state.withLock { state in
            state.used[key, default: state.floor] += time
            if let next = state.next() { return next }
            state.free.append(resource)
            if state.free.count == count {
                state.used = [:]
                state.floor = .zero
            }
            return nil
        }
        next?.resume(returning: resource)
    }
}

/// Admits one operation at a time, in order of arrival.
typealias AsyncLock = FairPool<Void>

extension FairPool<Void> {
    convenience init() { self.init([()]) }

    /// Performs an operation while no other one is in progress.
    ///
    /// - Throws: The error that the operation throws.
    func withLock<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withResource { () async throws(Failure) in
            // Captures the actor; otherwise, the closure would run on another thread.
            _ = isolation
            return try await work()
        }
    }
}
