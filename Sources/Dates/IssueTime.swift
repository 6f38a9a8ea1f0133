/// The `issueTime` of a media token: `2011/03/17 14:40:08 GMT +0000`.
package enum IssueTime {
    /// Returns the text for Unix seconds, in UTC.
    package static func text(seconds: Int64) -> String {
        let time = CalendarTime(seconds: seconds)
        return "\(time.date(separator: "/")) \(time.timeOfDay) GMT +0000"
    }

    /// Returns the Unix seconds of a text with a zone from `-1459` to `+1459`; nil if the format or the date is invalid.
    package static func seconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 29, bytes[19..<24].elementsEqual(" GMT ".utf8),
            let time = CalendarTime(bytes.prefix(19), separators: "// ::"),
            let sign = Digits.sign(bytes[24]),
            let hours = Digits.number(bytes[25..<27]), let minutes = Digits.number(bytes[27..<29]), hours <= 14, minutes < 60
        else { return nil }
        return time.seconds - sign * (hours * 60 + minutes) * 60
    }
}
