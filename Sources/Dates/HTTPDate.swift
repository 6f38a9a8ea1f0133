/// Dates of HTTP (RFC 9110, section 5.6.7, IMF-fixdate): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum HTTPDate {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the date for Unix seconds.
    package static func text(seconds: Int64) -> String {
        let time = CalendarTime(seconds: seconds)
        return "\(weekdays[Int(time.weekday)]), \(Digits.text(time.day, 2)) \(months[Int(time.month) - 1]) "
            + "\(Digits.text(time.year, 4)) \(time.timeOfDay) GMT"
    }

    /// Returns the Unix milliseconds of a date; nil for any other format. The day of the week is not checked.
    package static func milliseconds(_ text: String) -> Int64? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = number(parts[1]),
            let month = months.firstIndex(of: String(parts[2])).map({ Int64($0) + 1 }),
            let year = number(parts[3]), year >= 1, (1...CalendarTime.days(in: month, of: year)).contains(day)
        else { return nil }
        let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0]), hour < 24, let minute = number(clock[1]), minute < 60,
            let second = number(clock[2]), second <= 60
        else { return nil }
        return CalendarTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second).seconds * 1_000
    }

    /// Returns the value of one to four digits; nil if there are more, none, or other characters.
    private static func number(_ text: Substring) -> Int64? {
        (1...4).contains(text.utf8.count) ? Digits.number(text.utf8) : nil
    }
}
