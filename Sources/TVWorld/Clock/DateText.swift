/// Dates as RFC 3339 writes them, without anything of Foundation.
package enum DateText {
    /// The Unix milliseconds of a date; nil when the text is none. What is finer than a millisecond is cut.
    package static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int64($1 - 48) }
        }
        func stands(_ character: Character, at index: Int) -> Bool {
            index < bytes.count && Character(UnicodeScalar(bytes[index])).lowercased() == character.lowercased()
        }
        guard let year = number(0..<4), stands("-", at: 4), let month = number(5..<7), stands("-", at: 7),
            let day = number(8..<10),
            stands("T", at: 10) || stands(" ", at: 10), let hour = number(11..<13), stands(":", at: 13),
            let minute = number(14..<16), stands(":", at: 16), let second = number(17..<19),
            (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var position = 19
        var fraction: Int64 = 0
        if stands(".", at: position) {
            let digits = bytes[(position + 1)...].prefix { (48...57).contains($0) }
            guard !digits.isEmpty, digits.count <= 9 else { return nil }
            for index in 0..<3 {
                fraction = fraction * 10 + (index < digits.count ? Int64(digits[position + 1 + index] - 48) : 0)
            }
            position += 1 + digits.count
        }
        guard let offset = zone(Array(bytes[position...])) else { return nil }
        let date = daysSince1970(year: year, month: month, day: day)
        return ((date * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1_000 + fraction
    }

    /// The date of Unix milliseconds, in UTC, with three decimal places where it is no whole second.
    package static func text(milliseconds: Int64) -> String {
        func padded(_ number: Int64, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        var days = milliseconds / 86_400_000
        var rest = milliseconds % 86_400_000
        if rest < 0 {
            days -= 1
            rest += 86_400_000
        }
        let (year, month, day) = date(daysSince1970: days)
        let fraction = rest % 1_000 == 0 ? "" : "." + padded(rest % 1_000, 3)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(padded(rest / 3_600_000, 2))"
            + ":\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1_000 % 60, 2))\(fraction)Z"
    }

    /// The minutes east of UTC of `Z` or `+02:00`.
    private static func zone(_ bytes: [UInt8]) -> Int64? {
        if bytes == [UInt8(ascii: "Z")] || bytes == [UInt8(ascii: "z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"), let sign = ["+": 1, "-": -1][Character(UnicodeScalar(bytes[0]))]
        else { return nil }
        let digits = [1, 2, 4, 5].map { Int64(bytes[$0]) - 48 }
        guard digits.allSatisfy({ (0...9).contains($0) }), digits[0] * 10 + digits[1] < 24, digits[2] < 6 else { return nil }
        return Int64(sign) * ((digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3])
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month - 1)]
    }

    /// Counts the years from March on, so that the leap day is a year's last: the proleptic Gregorian calendar.
    private static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date that so many days after 1970-01-01 have in the proleptic Gregorian calendar.
    package static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
