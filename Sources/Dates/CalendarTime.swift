/// A moment in UTC as a date and a time of day, in the proleptic Gregorian calendar and without leap seconds.
package struct CalendarTime: Sendable, Equatable {
    /// The year, the month (1–12) and the day (1–31).
    package let year: Int64, month: Int64, day: Int64
    /// The hour (0–23), the minute (0–59) and the second (0–60).
    package let hour: Int64, minute: Int64, second: Int64

    /// Creates the moment a number of seconds after 1970-01-01T00:00:00Z.
    package init(seconds: Int64) {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let (days, rest) = remainder < 0 ? (quotient - 1, remainder + 86_400) : (quotient, remainder)
        (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
        // Years begin in March here, so that the leap day is the last day of a year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    }

    /// Creates the moment with these components, which are not validated.
    init(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Parses a string such as `2026-03-01T18:00:00`, of years 0000 to 9999; nil if the format or the date is invalid.
    ///
    /// - Parameters:
    ///   - separators: The five characters between the numbers, here `--T::`.
    ///   - acceptsLeapSecond: Whether a second may be 60.
    init?(_ bytes: some Collection<UInt8>, separators: String, acceptsLeapSecond: Bool = false) {
        let bytes = Array(bytes)
        guard bytes.count == 19, [4, 7, 10, 13, 16].map({ bytes[$0] }) == Array(separators.utf8),
            let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]),
            let day = Digits.number(bytes[8..<10]), let hour = Digits.number(bytes[11..<13]),
            let minute = Digits.number(bytes[14..<16]), let second = Digits.number(bytes[17..<19]),
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day), hour < 24, minute < 60,
            second < (acceptsLeapSecond ? 61 : 60)
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// The seconds since 1970-01-01T00:00:00Z. Days after the end of a month continue in the next month.
    package var seconds: Int64 { ((days * 24 + hour) * 60 + minute) * 60 + second }

    /// The days since 1970-01-01.
    private var days: Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day of the week; 0 is Sunday.
    var weekday: Int64 { ((days + 4) % 7 + 7) % 7 }

    /// The date: `2026-03-01`.
    package var date: String { date(separator: "-") }

    /// The time of day: `18:00:00`.
    package var timeOfDay: String { "\(Digits.text(hour, 2)):\(Digits.text(minute, 2)):\(Digits.text(second, 2))" }

    func date(separator: String) -> String {
        Digits.text(year, 4) + separator + Digits.text(month, 2) + separator + Digits.text(day, 2)
    }

    /// Returns the number of days of a month (1–12).
    static func days(in month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month - 1)]
    }
}

/// ASCII decimal digits, as in all date formats.
enum Digits {
    static func areAll(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the value of up to 18 digits; nil if there are other bytes.
    static func number(_ bytes: some Collection<UInt8>) -> Int64? {
        areAll(bytes) ? bytes.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } : nil
    }

    /// Returns 1 for `+` and -1 for `-`.
    static func sign(_ byte: UInt8) -> Int64? {
        byte == UInt8(ascii: "+") ? 1 : byte == UInt8(ascii: "-") ? -1 : nil
    }

    /// Returns a number, padded with zeros to a width.
    static func text(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
