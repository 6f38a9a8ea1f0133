import TVWorld

/// The apps of calls, by correlation. Of those in a timeline without end, only the newest are kept.
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
