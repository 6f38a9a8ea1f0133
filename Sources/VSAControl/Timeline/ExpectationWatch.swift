import Synchronization
import TVWorld

/// Expectations in progress, each with its own time limit.
final class ExpectationWatch: Sendable {
    private let state: Mutex<[EventMatcher]>
    private let start = ContinuousClock.now

    init(_ expectations: [EventExpectation]) {
        state = Mutex(expectations.map { EventMatcher($0) })
    }

    var matchers: [EventMatcher] { state.withLock { $0 } }

    /// Processes entries; an event after an expectation's time limit does not count for it.
    ///
    /// - Parameter time: The time of the entries, since the start; nil: now.
    func take(_ entries: [TimelineEntry], at time: Duration? = nil) {
        let elapsed = time ?? elapsed
        state.withLock { matchers in
            for index in matchers.indices where elapsed <= matchers[index].limit + Self.grace {
                for entry in entries { matchers[index].take(entry) }
            }
        }
    }

    /// Returns whether one of them is still waiting.
    func waits(at time: Duration? = nil) -> Bool {
        let elapsed = time ?? elapsed
        return matchers.contains { !$0.isDecided && $0.limit > elapsed }
    }

    /// Returns the time until the next time limit; nil if none is waiting.
    func nextEnd() -> Duration? {
        let elapsed = elapsed
        return matchers.filter { !$0.isDecided && $0.limit > elapsed }.map { $0.limit - elapsed }.min()
    }

    /// The time in which events that occurred in time may still arrive.
    static let grace = Duration.milliseconds(100)

    private var elapsed: Duration { ContinuousClock.now - start }
}

extension EventMatcher {
    /// The time in which the expectation must be met.
    fileprivate var limit: Duration { .milliseconds(max(0, expectation.withinMilliseconds)) }
}
