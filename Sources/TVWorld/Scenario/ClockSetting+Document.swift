import Dates

extension ClockSetting {
    /// All keys of an adjusted or stopped clock.
    static let documentKeys = ["offset", "frozen"]

    private static let accepted = "real, {offset: 31d}, {frozen: 2026-03-01T18:00:00Z}"

    /// Reads `clock`: one setting for both clocks, or one for each.
    static func clocks(_ root: DocumentObject) -> (device: ClockSetting, service: ClockSetting) {
        guard let value = root["clock"] else { return (.real, .real) }
        guard case .object(let members) = value, !members.contains(where: { documentKeys.contains($0.key) }),
            let object = root.object("clock", keys: ["device", "service"])
        else {
            let both = ClockSetting(value, at: root.field("clock"), in: root.problems) ?? .real
            return (both, both)
        }
        func clock(_ key: String) -> ClockSetting {
            object[key].flatMap { ClockSetting($0, at: object.field(key), in: root.problems) } ?? .real
        }
        return (clock("device"), clock("service"))
    }

    /// Reads one setting; nil if it is invalid.
    init?(_ value: JSON, at path: String, in problems: DocumentProblems) {
        switch value {
        case "real": self = .real
        case .object(let members):
            let object = DocumentObject(value, at: path, keys: Self.documentKeys, in: problems)
            guard members.count == 1 else {
                problems.report(WorldDocumentError(path, "takes one of offset and frozen"))
                return nil
            }
            if object.has("offset") {
                guard let offset = Self.offset(object) else { return nil }
                self = .offset(milliseconds: offset)
            } else {
                guard let value = object["frozen"] else { return nil }
                guard let time = value.text.flatMap(RFC3339.milliseconds), Self.representable.contains(time) else {
                    problems.report(
                        .wrongType(object.field("frozen"), "a date of RFC 3339, like 2026-03-01T18:00:00Z", value))
                    return nil
                }
                self = .frozen(milliseconds: time)
            }
        default:
            problems.report(.wrongType(path, Self.accepted, value))
            return nil
        }
    }

    /// Returns a duration, optionally negative.
    private static func offset(_ object: DocumentObject) -> Int64? {
        object.value(
            "offset", "a length of time up to 9979 years, as in 31d or -90s, with ms, s, m, h or d"
        ) { json in
            let text = json.text ?? ""
            let isNegative = text.hasPrefix("-")
            // Whether the clock stays within the range of dates that can be expressed is known only where there is a clock.
            let limit = Self.representable.upperBound - Self.representable.lowerBound
            guard let length = DurationText.milliseconds(isNegative ? String(text.dropFirst()) : text), length <= limit else {
                return nil
            }
            return isNegative ? -length : length
        }
    }

    /// The setting as a value of a scenario.
    var document: JSON {
        switch self {
        case .real: "real"
        case .offset(let milliseconds):
            [
                "offset": .string(
                    (milliseconds < 0 ? "-" : "") + DurationText.text(milliseconds: Int64(milliseconds.magnitude)))
            ]
        case .frozen(let milliseconds): ["frozen": .string(RFC3339.text(milliseconds: milliseconds))]
        }
    }
}

extension DocumentObject {
    /// Returns a duration with its unit, in milliseconds; nil if it is missing.
    func duration(_ key: String, in bounds: ClosedRange<Int64>) -> Int64? {
        duration(key, in: bounds, step: 1, "ms, s, m, h or d, as in 800ms, 90s, 5m, 2h, 30d")
    }

    /// Returns a duration of whole seconds with its unit; nil if it is missing.
    func seconds(_ key: String, in bounds: ClosedRange<Int64>) -> Int64? {
        let milliseconds = bounds.lowerBound * 1_000...bounds.upperBound * 1_000
        return duration(key, in: milliseconds, step: 1_000, "s, m, h or d, as in 90s, 5m, 2h, 30d").map { $0 / 1_000 }
    }

    private func duration(_ key: String, in bounds: ClosedRange<Int64>, step: Int64, _ units: String) -> Int64? {
        let range =
            "\(DurationText.text(milliseconds: bounds.lowerBound)) to \(DurationText.text(milliseconds: bounds.upperBound))"
        return value(key, "\(range): a number with \(units)") { json in
            let length = json.integer == 0 ? 0 : json.text.flatMap(DurationText.milliseconds)
            return length.flatMap { bounds.contains($0) && $0 % step == 0 ? $0 : nil }
        }
    }
}
