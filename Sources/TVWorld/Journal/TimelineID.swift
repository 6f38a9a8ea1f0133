import Encodings

/// The number of an entry as displayed: the letter of its source, and its number there. Without a letter it is the device's.
public struct TimelineID: Sendable, Hashable, CustomStringConvertible {
    /// The source of the entry.
    public var source: TimelineSource
    /// Its number there.
    public var sequence: Int64

    /// Creates the number of an entry of a source.
    public init(_ source: TimelineSource, _ sequence: Int64) {
        self.source = source
        self.sequence = sequence
    }

    /// Reads `d12`, `s7`, `l3` or `12`; nil for anything else.
    public init?(_ text: String) {
        let source = TimelineSource.allCases.first { $0.letter == text.first }
        let digits = source == nil ? text[...] : text.dropFirst()
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(digits) else { return nil }
        self.init(source ?? .device, number)
    }

    /// `d12`
    public var description: String { "\(source.letter)\(sequence)" }
}

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
