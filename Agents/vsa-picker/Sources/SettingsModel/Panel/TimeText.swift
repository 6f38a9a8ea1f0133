/// Spans of time in words.
enum TimeText {
    /// Returns how far a time is away: "in 29 days", "2 hours ago".
    static func relative(_ time: Int64, now: Int64) -> String {
        let seconds = time - now
        let (size, isPast) = (seconds.magnitude, seconds < 0)
        if size < 60 { return isPast ? "just now" : "in less than a minute" }
        let units: [(UInt64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
        guard let (length, unit) = units.first(where: { size >= $0.0 }) else { return "" }
        let count = size / length
        let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return isPast ? "\(text) ago" : "in \(text)"
    }
}
