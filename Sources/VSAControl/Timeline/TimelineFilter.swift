import TVWorld

/// Selects entries of the timeline.
struct TimelineFilter: Sendable {
    /// The app whose entries are selected, including those of its calls; nil: all.
    var application: String?
    /// The calls of the app seen so far.
    private var calls: Set<String> = []

    init(application: String?) { self.application = application }

    /// Returns the selected entries.
    ///
    /// An entry of the service belongs to an app through the call that caused it, which may be reported later.
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
