/// The journal to which an entry of the timeline belongs.
public enum TimelineSource: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The device, `vsad`.
    case device
    /// The service, `entitlementd`.
    case service
    /// The entitlement library inside an app.
    case library

    /// The letter before an entry's number: `d12`, `s7`, `l3`.
    public var letter: Character { rawValue[rawValue.startIndex] }

    /// Compares by the order of the declaration, which is the order of entries with the same time.
    public static func < (first: TimelineSource, second: TimelineSource) -> Bool { first.position < second.position }

    private var position: Int { Self.allCases.prefix { $0 != self }.count }
}
