/// Spans of time in words.
enum TimeText {
    /// Returns how far a time is away: "in 30 days", "2 hours ago".
    static func relative(_ time: Int64, now: Int64) -> String {
        // The device may have sent any number.
        let seconds = time &- now
        let (size, isPast) = (seconds.magnitude, seconds < 0)
        let units: [(UInt64, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
        // Rounded, so that 30 days are still 30 days a moment later; 59 minutes and 50 seconds are an hour.
        guard let (length, unit) = units.first(where: { size >= $0.0 - $0.0 / 48 }) else {
            return isPast ? "just now" : "in less than a minute"
        }
        let count = (size + length / 2) / length
        let text = "\(count) \(unit)\(count == 1 ? "" : "s")"
        return isPast ? "\(text) ago" : "in \(text)"
    }
}
