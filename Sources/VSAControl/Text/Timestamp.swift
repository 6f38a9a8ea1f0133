import Foundation

/// Times as RFC 3339 texts in UTC.
enum Timestamp {
    /// `2026-03-01T18:00:00Z`
    static func text(unixSeconds: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(unixSeconds)).formatted(.iso8601)
    }
}
