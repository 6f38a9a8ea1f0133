/// Durations in documents and on command lines: `800ms`, `90s`, `5m`, `2h`, `30d`.
package enum DurationText {
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    /// Returns the milliseconds of a number with a unit; nil for any other text, or if they exceed 64 bits.
    package static func milliseconds(_ text: String) -> Int64? {
        let digits = text.utf8.prefix { Digits.areAll([$0]) }
        guard let number = Int64(Substring(digits)),
            let unit = units.first(where: { $0.name.utf8.elementsEqual(text.utf8.dropFirst(digits.count)) })
        else { return nil }
        let (milliseconds, isTooLong) = number.multipliedReportingOverflow(by: unit.milliseconds)
        return isTooLong ? nil : milliseconds
    }

    /// Returns the whole seconds of a text with a unit of `s` or larger; nil for any other text.
    package static func seconds(_ text: String) -> Int64? {
        text.hasSuffix("ms") ? nil : milliseconds(text).map { $0 / 1_000 }
    }

    /// Returns a number of milliseconds as text, in the largest unit that needs no fraction.
    package static func text(milliseconds: Int64) -> String {
        guard milliseconds != 0 else { return "0s" }
        let unit = units.first { milliseconds % $0.milliseconds == 0 } ?? ("ms", 1)
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }

    /// Returns the duration rounded to whole seconds, with all units: `266d 6h 40m 14s`.
    package static func words(milliseconds: Int64) -> String {
        var rest = (min(milliseconds, Int64.max - 500) + 500) / 1_000 * 1_000
        if rest == 0 { return "0s" }
        var parts: [String] = []
        for unit in units where rest >= unit.milliseconds {
            parts.append("\(rest / unit.milliseconds)\(unit.name)")
            rest %= unit.milliseconds
        }
        return parts.joined(separator: " ")
    }
}
