import Dates

/// Times as RFC 3339 strings in UTC.
enum Timestamp {
    /// Returns a string such as `2026-03-01T18:00:00Z`.
    static func text(unixSeconds: Int64) -> String { RFC3339.text(seconds: unixSeconds) }

    /// Returns a string such as `2026-03-01T18:00:00.250Z`.
    static func text(unixMilliseconds: Int64) -> String {
        RFC3339.text(milliseconds: unixMilliseconds, alwaysFraction: true)
    }
}
