import TVWorld

/// Selects entries of the timeline.
struct TimelineFilter: Sendable {
    /// The app whose entries are selected, including those of its calls; nil: all.
    var application: String?
    /// The names of the selected events, or their beginnings followed by `*`; empty: all.
    var events: [String] = []
    /// The machine's time in Unix microseconds before which nothing is selected; nil: all.
    var since: Int64?
    /// The newest calls of the app.
    private(set) var calls = RecentCalls()

    /// Returns whether a pattern selects any event.
    static func isKnown(_ pattern: String) -> Bool { EventName.all.contains { matches($0.name, pattern) } }

    private static func matches(_ event: String, _ pattern: String) -> Bool {
        pattern.hasSuffix("*") ? event.hasPrefix(pattern.dropLast()) : event == pattern
    }

    /// Returns the selected entries.
    ///
    /// An entry of the service belongs to an app through the call that caused it, which may be reported later.
    mutating func apply(_ entries: [TimelineEntry]) -> [TimelineEntry] {
        selected(entries).filter { entry in
            entry.machineTime >= since ?? .min
                && (events.isEmpty || events.contains { Self.matches(entry.event, $0) })
        }
    }

    private mutating func selected(_ entries: [TimelineEntry]) -> [TimelineEntry] {
        guard let application else { return entries }
        for entry in entries where entry.application == application { calls.note(entry) }
        defer { calls.forgetOldest() }
        return entries.filter { entry in
            entry.application == application
                || (entry.application == nil && entry.correlation.map { calls[$0] != nil } == true)
        }
    }
}

/// The apps of calls, by correlation. In an endless timeline, only the newest are kept.
struct RecentCalls {
    /// The number of newest calls that are always kept; up to twice as many are.
    static let limit = 10_000

    private var newer: [String: String] = [:]
    private var older: [String: String] = [:]

    /// Returns the app of a call; nil if it is unknown or forgotten.
    subscript(call: String) -> String? { newer[call] ?? older[call] }

    /// Records the app of an entry's call.
    mutating func note(_ entry: TimelineEntry) {
        if let call = entry.correlation, let application = entry.application { newer[call] = application }
    }

    /// Forgets calls that are older than the newest ones.
    mutating func forgetOldest() {
        if newer.count >= Self.limit { (older, newer) = (newer, [:]) }
    }
}
