/// Lengths of time as documents write them: `800ms`, `90s`, `5m`, `2h`, `30d`.
enum DurationText {
    /// What a token or an account may live, in seconds: from a second to a hundred years.
    static let lifetimes: ClosedRange<Int64> = 1...(100 * 31_557_600)

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// The milliseconds of a text; nil when it is none, or too long for 64 bits.
    static func milliseconds(_ text: String) -> Int64? {
        let digits = text.prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, digits.utf8.count <= 18, let number = Int64(digits),
            let unit = units.first(where: { $0.name == text.dropFirst(digits.count) })
        else { return nil }
        let (milliseconds, isTooLong) = number.multipliedReportingOverflow(by: unit.milliseconds)
        return isTooLong ? nil : milliseconds
    }

    /// The whole seconds of a text with one of the units from `s` up; nil when it is none.
    static func seconds(_ text: String) -> Int64? {
        text.hasSuffix("ms") ? nil : milliseconds(text).map { $0 / 1_000 }
    }

    /// The text for so many milliseconds, none of them negative, in the largest unit that needs no fraction.
    static func text(milliseconds: Int64) -> String {
        guard milliseconds != 0 else { return "0s" }
        let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? ("ms", 1)
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
}
