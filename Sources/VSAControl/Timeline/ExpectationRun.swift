import Synchronization
import TVWorld

/// Checks expectations against the timeline, and waits for late events.
struct ExpectationRun: Sendable {
    /// The beginning of the examined timeline.
    enum Beginning: Sendable, Equatable {
        /// The last reset; without one, the beginning of the journals.
        case reset
        case entry(TimelineID)
        case now

        /// Returns the journals that determine the beginning in the entries of some sources.
        func landmarks(for sources: Set<TimelineSource>) -> Set<TimelineSource> {
            switch self {
            // The daemons record their resets; the library's file does not.
            case .reset: sources.contains(.library) ? [.device, .service] : []
            case .entry(let id): [id.source]
            case .now: []
            }
        }
    }

    /// The journals of the events, and those that determine the beginning.
    let journals: TimelineJournals
    let beginning: Beginning
    /// The journals whose entries count.
    var sources = Set(TimelineSource.allCases)

    /// Returns the results when each expectation has been met, has become impossible, or has timed out.
    ///
    /// - Throws: `Failure` for a daemon that is not running, or a beginning that is in no journal.
    func perform(_ expectations: [EventExpectation]) async throws -> [EventMatcher] {
        let known = try await journals.entries()
        let relevant = try Self.relevant(known, beginning).filter { sources.contains($0.id.source) }
        let watch = ExpectationWatch(expectations, relevant)
        if watch.remaining != nil { try await wait(watch, after: known.newest) }
        return watch.matchers
    }

    /// Follows the journals until there is nothing left to wait for.
    private func wait(_ watch: ExpectationWatch, after last: [TimelineSource: Int64]) async throws {
        let journals = journals.only(sources)
        try await Waiting.first(
            {
                try await journals.follow(after: last) { entries in
                    watch.take(entries)
                    return watch.remaining != nil
                }
            },
            {
                // Each has its own time limit: the longest is decisive.
                while let rest = watch.remaining { guard await Waiting.pass(rest) else { return } }
                // Events that occurred in time may not have arrived yet.
                _ = await Waiting.pass(ExpectationWatch.grace)
            })
    }

    /// Returns the entries since the beginning.
    static func relevant(_ entries: [TimelineEntry], _ beginning: Beginning) throws -> [TimelineEntry] {
        switch beginning {
        case .now: return []
        case .entry(let id):
            // Everything comes after number 0.
            if id.sequence == 0 { return entries }
            guard let place = entries.firstIndex(where: { $0.id == id }) else {
                throw Failure(.notFound, "no such entry in the journals: \(id)", advice: "See vsactl journal list.")
            }
            return Array(entries[(place + 1)...])
        case .reset: return TimelineEntry.sinceReset(entries)
        }
    }
}

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
