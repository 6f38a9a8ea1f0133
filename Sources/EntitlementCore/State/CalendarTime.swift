import TVWorld

/// A moment in UTC, taken apart for the date formats of HTTP and of media tokens.
public struct CalendarTime: Sendable, Equatable {
    /// The year, the month (1–12) and the day (1–31).
    public let year: Int64, month: Int64, day: Int64
    /// The hour (0–23), the minute and the second (0–59).
    public let hour: Int64, minute: Int64, second: Int64
    /// The day of the week, Sunday being 0.
    public let weekday: Int64

    /// Takes Unix seconds apart (proleptic Gregorian calendar).
    public init(seconds: Int64) {
        let days = Self.floorDivide(seconds, 86_400)
        let rest = seconds - days * 86_400
        hour = rest / 3_600
        minute = rest / 60 % 60
        second = rest % 60
        weekday = ((days + 4) % 7 + 7) % 7
        (year, month, day) = DateText.date(daysSince1970: days)
    }

    /// The form of HTTP's `Date` header: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var httpDate: String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekdays[Int(weekday)]), \(digits(day, 2)) \(months[Int(month) - 1]) \(digits(year, 4)) "
            + "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)) GMT"
    }

    /// The form of a media token's `issueTime`: `2011/03/17 14:40:08 GMT +0000`.
    public var issueTime: String {
        "\(digits(year, 4))/\(digits(month, 2))/\(digits(day, 2)) "
            + "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)) GMT +0000"
    }

    /// The form of log lines (RFC 3339): `2027-01-15T08:00:00.000Z`.
    public func logTime(milliseconds: Int64) -> String {
        "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
            + "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)).\(digits(milliseconds, 3))Z"
    }

    private func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(max(0, number))
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}
