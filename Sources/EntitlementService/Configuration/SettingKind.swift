/// What a setting takes.
public enum SettingKind: Sendable, Equatable {
    /// `HOST:PORT`
    case address
    /// The path of a file or folder.
    case path
    /// A secret of at least 16 printable ASCII characters.
    case token
    /// On or off.
    case toggle
    /// One of these words.
    case choice([String])
    /// A whole number.
    case count(ClosedRange<Int64>)
    /// A length of time, its bounds in seconds.
    case span(ClosedRange<Int64>)

    /// What is accepted, for error messages.
    public var accepted: String {
        switch self {
        case .address: "HOST:PORT with a port from 0 to 65535, as 127.0.0.1:8080 or [::1]:0"
        case .path: "the path of a file or folder"
        case .token: "at least 16 printable ASCII characters without blanks"
        case .toggle: "on or off"
        case .choice(let words): words.joined(separator: ", ")
        case .count(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .span(let range):
            "a time from \(range.lowerBound)s to \(range.upperBound)s: a number with s, m, h or d, as 90s or 5m"
        }
    }

    /// Whether a text is of this kind.
    public func accepts(_ text: String) -> Bool {
        switch self {
        case .address: ListenAddress(text) != nil
        case .path: !text.isEmpty && !text.utf8.contains(0) && text.utf8.count <= 4_096
        case .token: text.utf8.count >= 16 && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
        case .toggle: Self.bool(text) != nil
        case .choice(let words): words.contains(text)
        case .count(let range): Self.number(text).map(range.contains) ?? false
        case .span(let range): Self.seconds(text).map(range.contains) ?? false
        }
    }

    /// `on` and `off`, and what YAML takes for them.
    static func bool(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "on", "true", "yes": true
        case "off", "false", "no": false
        default: nil
        }
    }

    /// Digits only: no sign, no blanks.
    static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }

    /// Seconds from `90s`, `5m`, `2h`, `30d`.
    static func seconds(_ text: String) -> Int64? {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let number = number(text.dropLast()) else { return nil }
        let (seconds, isTooLong) = number.multipliedReportingOverflow(by: unit)
        return isTooLong ? nil : seconds
    }
}
