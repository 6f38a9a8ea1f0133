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
    /// - Parameter time: The time of the entries, in milliseconds since the start; nil: now.
    func take(_ entries: [TimelineEntry], atMilliseconds time: Int64? = nil) {
        let elapsed = time ?? elapsedMilliseconds
        state.withLock { matchers in
            for index in matchers.indices where elapsed <= max(0, matchers[index].expectation.withinMilliseconds) + 100 {
                for entry in entries { matchers[index].take(entry) }
            }
        }
    }

    /// Returns whether one of them is still waiting.
    func waits(atMilliseconds time: Int64? = nil) -> Bool {
        let elapsed = time ?? elapsedMilliseconds
        return state.withLock { $0.contains { !$0.isDecided && $0.expectation.withinMilliseconds > elapsed } }
    }

    /// Returns the time until the next time limit; nil if none is waiting.
    func nextEnd() -> Duration? {
        let elapsed = elapsedMilliseconds
        let left = matchers.filter { !$0.isDecided }.map { $0.expectation.withinMilliseconds - elapsed }.filter { $0 > 0 }
        return left.min().map { .milliseconds($0) }
    }

    /// The time in which events that occurred in time may still arrive.
    static let grace = Duration.milliseconds(100)

    private var elapsedMilliseconds: Int64 {
        let elapsed = (ContinuousClock.now - start).components
        return elapsed.seconds * 1_000 + elapsed.attoseconds / 1_000_000_000_000_000
    }
}
