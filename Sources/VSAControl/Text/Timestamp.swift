import TVWorld

/// Times as RFC 3339 texts in UTC.
enum Timestamp {
    /// `2026-03-01T18:00:00Z`
    static func text(unixSeconds: Int64) -> String {
        // A daemon may tell any number; none may end the program.
        let limit = Int64.max / 1_000
        return DateText.text(milliseconds: min(max(unixSeconds, -limit), limit) * 1_000)
    }

    /// `2026-03-01T18:00:00.250Z`
    static func text(unixMilliseconds: Int64) -> String {
        let text = DateText.text(milliseconds: unixMilliseconds)
        return unixMilliseconds % 1_000 == 0 ? text.dropLast() + ".000Z" : text
    }
}
