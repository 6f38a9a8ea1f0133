import Foundation

// The times of services and their clients.
extension Date {
    /// Creates a date from milliseconds since 1970.
    package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    /// Milliseconds since 1970. A date beyond the range of the type becomes its nearest end: a provider may name any date.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min)
    }
}
