import Dates

enum ReadableTime {
    /// Returns a moment in UTC, from Unix milliseconds: `2027-01-15 08:00:00 UTC`.
    static func moment(_ milliseconds: Int64) -> String {
        let time = CalendarTime(seconds: milliseconds / 1_000)
        return "\(time.date) \(time.timeOfDay) UTC"
    }

    /// Returns the time of day in UTC, from Unix milliseconds: `08:00:00`.
    static func timeOfDay(_ milliseconds: Int64) -> String { CalendarTime(seconds: milliseconds / 1_000).timeOfDay }

    /// Returns the time from a moment until another, in Unix milliseconds; `ended` if that has passed.
    static func left(until end: Int64, now: Int64) -> String { end > now ? duration((end - now) / 1_000) : "ended" }

    /// Returns a number of seconds in its two largest units: `29 d 23 h`, `7 min`, `0 s`.
    static func duration(_ seconds: Int64) -> String {
        let units: [(name: String, length: Int64)] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        guard seconds > 0, let first = units.firstIndex(where: { seconds >= $0.length }) else { return "0 s" }
        let large = "\(seconds / units[first].length) \(units[first].name)"
        guard first + 1 < units.count else { return large }
        let rest = seconds % units[first].length / units[first + 1].length
        return rest == 0 ? large : "\(large) \(rest) \(units[first + 1].name)"
    }
}
