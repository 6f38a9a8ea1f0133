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

extension Report {
    static func expectations(_ matchers: [EventMatcher]) -> Report {
        let document = JSON.document(["met": matchers.allSatisfy(\.isMet), "expectations": matchers])
        return Report(document: document) { style in
            matchers.map { matcher in
                let mark = matcher.isMet ? style.text("met", .good) : style.text("not met", .bad)
                return "\(mark): \(matcher.sentence)" + (matcher.isMet ? "" : matcher.reasons)
            }.joined(separator: "\n")
        }
    }
}

extension Failure {
    /// Returns the failure of the unmet expectations; nil if all were met.
    static func unmet(_ matchers: [EventMatcher]) -> Failure? {
        let missed = matchers.filter { !$0.isMet }
        guard let first = missed.first else { return nil }
        let message = missed.count == 1 ? "expected \(first.sentence)" : "\(missed.count) expectations were not met"
        let advice =
            missed.count == 1 ? first.reasons : missed.map { $0.sentence + $0.reasons }.joined(separator: "\n")
        return Failure(.isFalse, message, advice: advice.split(separator: "\n").joined(separator: "\n"))
    }
}

extension EventMatcher: JSONConvertible {
    /// A sentence such as `library.setToken resource=news at least once; it happened 0 times`.
    fileprivate var sentence: String {
        let conditions = expectation.conditions.map { " \($0.key)=\(EventExpectation.plain($0.value))" }.joined()
        let wanted =
            switch expectation.count {
            case nil: "at least once"
            case 0: "never"
            case 1: "once"
            case let number?: "\(number) times"
            }
        let milliseconds = expectation.withinMilliseconds
        let within = milliseconds > 0 ? " within \(TimeSpan(milliseconds: milliseconds).defaultValueDescription)" : ""
        return "\(SafeText.line(expectation.event + conditions)) \(wanted)\(within); it happened \(counted(count, "time"))"
    }

    /// The events that occurred instead, one item per line.
    fileprivate var reasons: String {
        if state == .exceeded { return "\n" + matches.map { "happened: \($0.line)" }.joined(separator: "\n") }
        guard let nearest else {
            return seen == 0 ? "\nno other event happened either" : "\nno similar entry among \(seen)"
        }
        let differences = nearest.differences.map { difference in
            let actual = difference.actual.map { "it is \(EventExpectation.plain($0))" } ?? "it has none"
            return "  \(SafeText.line(difference.key)): wanted \(SafeText.line(EventExpectation.plain(difference.wanted))), "
                + SafeText.line(actual)
        }
        let other = nearest.differences.isEmpty ? ["  a different event with matching details"] : []
        return (["\nnearest: \(nearest.entry.line)"] + differences + other).joined(separator: "\n")
    }

    var json: JSON {
        .members([
            "event": expectation.event, "with": JSON.object(expectation.conditions.map { .init($0.key, $0.value.normalized) }),
            "wantedCount": expectation.count, "within": expectation.withinMilliseconds, "met": isMet, "count": count,
            "seen": seen, "matches": matches, "nearest": nearestJSON,
        ])
    }

    private var nearestJSON: JSON {
        guard !isMet, let nearest else { return .null }
        return .members([
            "entry": nearest.entry,
            "differences": nearest.differences.map {
                JSON.members(["key": $0.key, "wanted": $0.wanted.normalized, "actual": $0.actual?.normalized])
            },
        ])
    }
}

extension TimelineEntry {
    fileprivate var line: String { SafeText.line("\(id) \(event) \(detailLine)") }
}
