import Synchronization

/// A value that takes long to measure, and is measured again only after some seconds, whether or not that succeeded.
final class RecentValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        /// The time until which it is not measured again.
        var end: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let lifetime: Duration

    init(lifetime: Duration) { self.lifetime = lifetime }

    /// Returns the most recently measured value; nil if the measurement failed, or if the first one has not finished.
    func value(_ measure: () async throws -> Value) async -> Value? {
        let start = ContinuousClock.now
        let isMeasured = state.withLock { state in
            if let end = state.end, start < end { return true }
            state.end = start + lifetime
            return false
        }
        if !isMeasured {
            let value = try? await measure()
            state.withLock { $0.value = value }
            return value
        }
        return state.withLock { $0.value }
    }
}
