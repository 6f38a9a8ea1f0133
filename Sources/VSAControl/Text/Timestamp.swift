import Foundation

/// Times as RFC 3339 texts in UTC.
enum Timestamp {
    /// `2026-03-01T18:00:00Z`
    static func text(unixSeconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(unixSeconds)).formatted(.iso8601)
    }

    /// `2026-03-01T18:00:00.250Z`
    static func text(unixMilliseconds: Int64) -> String {
        let seconds = unixMilliseconds >= 0 ? unixMilliseconds / 1_000 : (unixMilliseconds - 999) / 1_000
        let digits = String(unixMilliseconds - seconds * 1_000)
        let fraction = String(repeating: "0", count: 3 - digits.utf8.count) + digits
        return text(unixSeconds: seconds).dropLast() + ".\(fraction)Z"
    }
}
