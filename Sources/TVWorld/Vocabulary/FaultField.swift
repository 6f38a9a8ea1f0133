/// The members of a fault, each as a separate value: the D-Bus dictionaries of `AddFault` and `ListFaults`, and the JSON of
/// `/admin/v1/faults`. The raw value is the JSON key; the order is that of the JSON document.
public enum FaultField: String, Sendable, CaseIterable, CodingKey {
    /// A member that describes a fault; see ``FaultRecord``.
    case id, at, applicationId, error, saml, status, hang, disconnect, delay, jitter, bandwidth, after, times, percent, from
    /// The duration of the fault.
    case duration = "for"
    /// A member that reports the effects so far.
    case seen, struck, waiting, usedUp

    /// The fields that describe a fault; the others report its effects so far.
    public static let described = allCases.filter { ![.seen, .struck, .waiting, .usedUp].contains($0) }

    /// The fields of the device's dictionaries: all except those of HTTP responses.
    public static let ofDevice = allCases.filter { $0 != .status && $0 != .bandwidth }

    /// The key in the dictionaries of the bus.
    public var busKey: String {
        switch self {
        case .applicationId: "application-id"
        case .usedUp: "used-up"
        default: rawValue
        }
    }

    /// The key in snapshots.
    public var fileKey: String { self == .at ? RenamedKey.point.name : rawValue }

    /// Whether it is a number that has 32 bits on the bus, unsigned; other numbers have 64 bits, signed.
    public var isCount: Bool { [.after, .times, .percent, .seen, .struck, .waiting].contains(self) }

    /// The accepted numbers: milliseconds up to a day, bytes per second, calls, seconds up to a hundred years, statuses.
    public var range: ClosedRange<Int64> {
        switch self {
        case .status: 200...599
        case .delay, .jitter: Delay.accepted
        case .bandwidth, .after, .times: 0...1_000_000_000
        case .percent: 1...100
        case .from, .duration: 0...Lifetime.accepted.upperBound
        default: 0...Int64.max
        }
    }

    /// The number that a missing member stands for.
    public var missing: Int64 { self == .percent ? 100 : 0 }
}

/// The delays and time limits of scenarios, faults and prepared answers.
public enum Delay {
    /// The accepted values, in milliseconds: up to a day.
    public static let accepted: ClosedRange<Int64> = 0...86_400_000
}

/// The lifetimes of tokens and accounts, in documents and in calls of the administration.
public enum Lifetime {
    /// The accepted values, in seconds: from a second to a hundred years.
    public static let accepted: ClosedRange<Int64> = 1...(100 * 31_557_600)
}

/// A key that has a former name. Files may use either; they are written with the new one.
public struct RenamedKey: Sendable {
    /// The name.
    public let name: String
    /// The former name.
    public let former: String

    /// The place of a fault. D-Bus, HTTP, `--json` and the journal write the former name.
    public static let point = RenamedKey(name: "point", former: FaultField.at.rawValue)
    /// Whether the device lists a provider.
    static let inLineUp = RenamedKey(name: "in-line-up", former: "line-up")
    /// Whether a provider's login page needs the system's browser.
    static let usesSVC = RenamedKey(name: "uses-svc", former: "requires-svc")

    /// The reason why an object cannot have both names.
    public var conflict: String { "is another name of \(name); give \(name) only" }
}
