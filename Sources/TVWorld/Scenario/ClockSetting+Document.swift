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
