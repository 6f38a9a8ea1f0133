/// `xs:dateTime` of XML Schema in UTC, as SAML 2.0 (core, 1.3.3) requires it: `2026-01-02T03:04:05Z`.
package enum XMLDateTime {
    /// The Unix seconds of the years 0001 to 9999, the range of four digits.
    package static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Returns the text for Unix seconds; nil outside the years 0001 to 9999.
    package static func text(_ seconds: Int64) -> String? { range.contains(seconds) ? RFC3339.text(seconds: seconds) : nil }

    /// Returns the Unix seconds of a text such as `2026-01-02T03:04:05Z` or `2026-01-02T03:04:05.678Z`, truncating the fraction.
    ///
    /// Returns nil for any other text: unlike ``RFC3339``, it accepts no other zone, no lowercase, no leap second and no year 0.
    package static func seconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard (20...40).contains(bytes.count), bytes.last == UInt8(ascii: "Z"),
            let time = CalendarTime(bytes.prefix(19), separators: "--T::"), time.year >= 1
        else { return nil }
        let fraction = bytes.dropFirst(19).dropLast()
        let isFraction = fraction.first == UInt8(ascii: ".") && fraction.count > 1 && Digits.areAll(fraction.dropFirst())
        return fraction.isEmpty || isFraction ? time.seconds : nil
    }
}
