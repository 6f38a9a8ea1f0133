import TVWorld

/// Which entries of the timeline are wanted.
struct TimelineFilter: Sendable {
    /// Only those of this app, and those that belong to its calls; nil: all.
    var application: String?
    /// The calls of the app that were seen.
    private var calls: Set<String> = []

    init(application: String?) { self.application = application }

    /// The entries that are wanted.
    ///
    /// An entry of the service belongs to an app by the call that caused it, which may be told later.
    mutating func apply(_ entries: [TimelineEntry]) -> [TimelineEntry] {
        guard let application else { return entries }
        for entry in entries where entry.application == application {
            if let correlation = entry.correlation { calls.insert(correlation) }
        }
        return entries.filter { entry in
            entry.application == application || (entry.application == nil && entry.correlation.map(calls.contains) == true)
        }
    }
}
