/// Dates of RFC 3339, section 5.6: `2026-03-01T18:00:00.250Z`.
package enum RFC3339 {
    /// Returns the Unix milliseconds of a date; nil if it is invalid. Digits after the third decimal place are ignored.
    ///
    /// As the RFC allows, `T` and `Z` may be lowercase, a space may replace `T`, and a second may be 60.
    package static func milliseconds(_ text: String) -> Int64? {
        var bytes = Array(text.utf8)
        guard bytes.count > 19 else { return nil }
        if bytes[10] == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        guard let time = CalendarTime(bytes.prefix(19), separators: "--T::", acceptsLeapSecond: true) else { return nil }
        var rest = bytes.dropFirst(19)
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { Digits.areAll([$0]) }
            guard (1...9).contains(digits.count) else { return nil }
            fraction = Digits.number((digits + Array("00".utf8)).prefix(3)) ?? 0
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = minutesEast(Array(rest)) else { return nil }
        return (time.seconds - offset * 60) * 1_000 + fraction
    }

    /// Returns the date for Unix seconds, in UTC. Numbers that exceed the range of milliseconds are clamped.
    package static func text(seconds: Int64) -> String {
        let limit = Int64.max / 1_000
        return text(milliseconds: min(max(seconds, -limit), limit) * 1_000)
    }

    /// Returns the date for Unix milliseconds, in UTC.
    ///
    /// - Parameter alwaysFraction: Whether whole seconds also have three decimal places.
    package static func text(milliseconds: Int64, alwaysFraction: Bool = false) -> String {
        var (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000) }
        let time = CalendarTime(seconds: seconds)
        return "\(time.date)T\(time.timeOfDay)\(rest == 0 && !alwaysFraction ? "" : "." + Digits.text(rest, 3))Z"
    }

    /// Returns the offset from UTC in minutes for `Z` or a zone such as `+02:00`.
    private static func minutesEast(_ bytes: [UInt8]) -> Int64? {
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let sign = Digits.sign(bytes[0]),
            let hours = Digits.number(bytes[1..<3]), let minutes = Digits.number(bytes[4..<6]), hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 60 + minutes)
    }
}
