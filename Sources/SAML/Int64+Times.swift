/// Comparisons of times. A sum that is too large counts as the end of time, so that nothing traps on a hostile or odd value.
extension Int64 {
    /// Whether this time is later than another one plus some seconds.
    func isAfter(_ time: Int64, plus seconds: Int64) -> Bool { self > time.saturatingSum(seconds) }

    /// Whether this time is another one plus some seconds, or later.
    func isAtOrAfter(_ time: Int64, plus seconds: Int64) -> Bool { self >= time.saturatingSum(seconds) }

    func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}
