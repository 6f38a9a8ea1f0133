import TVWorld

/// An expectation about the journal, and its result.
public struct Expectation: Sendable, CustomStringConvertible {
    private let matcher: EventMatcher
    private let names: Set<String>
    private let absences: [String]

    /// The expected event.
    public var event: JournalEvent { JournalEvent(rawValue: matcher.expectation.event) }
    /// The exact number of occurrences; nil is at least one.
    public var count: Int? { matcher.expectation.count }
    /// The first 20 matching entries.
    public var entries: [JournalEntry] { matcher.matches.map(JournalEntry.init) }
    /// Whether the event occurred as often as expected.
    public var isMet: Bool { matcher.isMet }
    /// The nearest miss: the newest of the entries with the fewest differences.
    public var nearestMiss: JournalEntry? { matcher.nearest.map { JournalEntry(entry: $0.entry) } }

    /// Whether the expectation can no longer be met.
    var isPastHope: Bool { matcher.state == .exceeded }

    /// Creates the result.
    ///
    /// - Parameter absences: The reasons why the entries of some journals are missing.
    init(_ expectation: EventExpectation, among journal: [TimelineEntry], absences: [String] = []) {
        var matcher = EventMatcher(expectation)
        for entry in journal { matcher.take(entry) }
        self.matcher = matcher
        names = Set(journal.map(\.event))
        self.absences = absences
    }

    public var description: String {
        let conditions = matcher.expectation.conditions.map { " \($0.key)=\(EventExpectation.plain($0.value))" }.joined()
        let wanted = "\(event)\(conditions)" + (count.map { ", \(Self.times($0))" } ?? "")
        if isMet { return (["\(wanted):"] + entries.map { "  \($0)" }).joined(separator: "\n") }
        var lines = ["expected \(wanted), but it happened \(Self.times(matcher.count))"]
        lines += entries.map { "  \($0)" }
        if matcher.count == 0 {
            lines[0] = "expected \(wanted), but it did not happen"
            if let nearest = matcher.nearest {
                lines.append("  nearest: \(JournalEntry(entry: nearest.entry))")
                lines += nearest.differences.map { "    \(Self.text($0))" }
            } else {
                lines.append("  the journal has \(names.isEmpty ? "no entry" : names.sorted().joined(separator: ", "))")
            }
        }
        return (lines + absences).joined(separator: "\n")
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    private static func text(_ difference: EventDifference) -> String {
        guard let actual = difference.actual else { return "it has no \(difference.key)" }
        return "\(difference.key) is \(EventExpectation.plain(actual)), not \(EventExpectation.plain(difference.wanted))"
    }
}

/// An event that a test expected did not occur.
public struct ExpectationFailure: Error, Sendable, CustomStringConvertible {
    /// The expectation, with the nearest miss.
    public let expectation: Expectation

    public var description: String { expectation.description }
}
