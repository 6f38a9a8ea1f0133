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
        guard parts.count == 6, parts[5] == "GMT", let day = Int64(parts[1]),
            let month = months.firstIndex(of: String(parts[2])).map({ Int64($0) + 1 }),
            let year = Int64(parts[3]), (1...9_999).contains(year), (1...CalendarTime.days(in: month, of: year)).contains(day)
        else { return nil }
        let clock = parts[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else {
            return nil
        }
        let time = CalendarTime(year: year, month: month, day: day, hour: clock[0], minute: clock[1], second: clock[2])
        return time.seconds * 1_000
    }
}
