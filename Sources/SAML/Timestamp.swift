/// Times as SAML writes them: `xs:dateTime` in UTC, `2026-01-02T03:04:05Z`, against Unix seconds.
enum Timestamp {
    /// The seconds of the years 0001 to 9999, which four digits can write.
    static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// The text of a Unix time, or nil outside the years 0001 to 9999.
    static func text(_ seconds: Int64) -> String? {
        guard range.contains(seconds) else { return nil }
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let second = seconds - days * 86_400
        let (year, month, day) = date(days: days)
        let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
        return "\(date)T\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))Z"
    }

    /// The Unix time of a text such as `2026-01-02T03:04:05Z` or `2026-01-02T03:04:05.678Z`; the fraction is cut off.
    ///
    /// Nil for everything else: SAML demands UTC.
    static func seconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard (20...40).contains(bytes.count), bytes.last == UInt8(ascii: "Z") else { return nil }
        let separators: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")]
        guard separators.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }) else { return nil }
        guard hasFraction(bytes[19..<(bytes.count - 1)]) else { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19])
        else { return nil }
        guard year >= 1, (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year), hour < 24, minute < 60,
            second < 60
        else { return nil }
        return days(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// Whether the bytes are nothing, or a point and digits.
    private static func hasFraction(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let point = bytes.first else { return true }
        return point == UInt8(ascii: ".") && bytes.count > 1 && number(bytes.dropFirst().prefix(9)) != nil
            && bytes.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func digits(_ value: Int64, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }

    private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar; years begin in March, so that the leap day comes last.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

/// Comparing times. A sum that is too large counts as the end of time, so that nothing traps on a hostile or odd value.
extension Int64 {
    /// Whether this time lies after another one and some seconds.
    func isAfter(_ time: Int64, plus seconds: Int64) -> Bool { self > time.saturatingSum(seconds) }

    /// Whether this time has reached another one and some seconds.
    func isAtOrAfter(_ time: Int64, plus seconds: Int64) -> Bool { self >= time.saturatingSum(seconds) }

    func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other > 0 ? .max : .min) : sum
    }
}
