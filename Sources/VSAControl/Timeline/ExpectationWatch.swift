import Synchronization
import TVWorld

/// Expectations in progress, each with its own time limit.
final class ExpectationWatch: Sendable {
    private let state: Mutex<[EventMatcher]>
    private let start: ContinuousClock.Instant

    /// Starts the time limits.
    ///
    /// - Parameter known: The entries that were there before.
    init(_ expectations: [EventExpectation], _ known: [TimelineEntry]) {
        var matchers = expectations.map { EventMatcher($0) }
        for index in matchers.indices {
            for entry in known { matchers[index].take(entry) }
        }
        state = Mutex(matchers)
        start = .now
    }

    var matchers: [EventMatcher] { state.withLock { $0 } }

    /// Processes new entries; an event after an expectation's time limit does not count for it.
    func take(_ entries: [TimelineEntry]) {
        let elapsed = elapsed
        state.withLock { matchers in
            for index in matchers.indices where elapsed <= matchers[index].limit + Self.grace {
                for entry in entries { matchers[index].take(entry) }
            }
        }
    }

    /// The time until the next time limit; nil if none of them is waiting any more.
    var remaining: Duration? {
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
