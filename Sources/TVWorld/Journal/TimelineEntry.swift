import Encodings

/// An event of the device, the service or the library.
public struct TimelineEntry: Sendable, Equatable {
    /// Its number and source.
    public var id: TimelineID
    /// The time of the machine's clock, regardless of the settings of the device's and the service's clocks; Unix microseconds.
    public var machineTime: Int64
    /// The time of the source's clock; Unix milliseconds.
    public var time: Int64
    /// The name of the event, as in ``EventName``.
    public var event: String
    /// The app that it concerns; nil for none or an unknown one.
    public var application: String?
    /// The trace identifier of the app's call that it belongs to, 32 hexadecimal digits; nil if it belongs to none.
    public var correlation: String?
    /// The result of a request to the service: `ok`, or an error code.
    public var outcome: String?
    /// Further details: an object.
    public var details: JSON

    /// Creates an entry.
    public init(
        _ id: TimelineID, machineTime: Int64, time: Int64, event: String, application: String? = nil,
        correlation: String? = nil, outcome: String? = nil, details: JSON = .object([])
    ) {
        self.id = id
        self.machineTime = machineTime
        self.time = time
        self.event = event
        self.application = application
        self.correlation = correlation
        self.outcome = outcome
        self.details = details
    }

    /// The keys that every entry has in addition to its details.
    public static let commonKeys = ["application-id", "correlation", "outcome", "source"]

    /// Returns the value of a detail, of a member of one (`metadata.zip`), or of one of ``commonKeys``; nil if there is none.
    public func value(_ key: String) -> JSON? {
        if let value = details[key] { return value }
        switch key {
        case "application-id": return application.map { .string($0) }
        case "correlation": return correlation.map { .string($0) }
        case "outcome": return outcome.map { .string($0) }
        case "source": return .string(id.source.rawValue)
        default: break
        }
        let path = key.split(separator: ".", omittingEmptySubsequences: false)
        guard path.count > 1 else { return nil }
        return path.reduce(details as JSON?) { $0?[String($1)] }
    }

    /// Whether a request was refused or failed.
    public var isFailure: Bool {
        if id.source == .service, event != "service.saml-message", let outcome { return outcome != "ok" && !isSignedOutAnswer }
        return details["error"] != nil || ["request.failed", "agent.failed", "library.tokenRequestFailed"].contains(event)
            || (event == "library.status" && details["level"]?.text == "error")
    }

    /// Whether this answers a poll of a second-screen login that has no user yet.
    public var isSignedOutAnswer: Bool {
        event == "service.authentication-read" && outcome == "authentication_session_missing"
    }

    /// Returns whether an entry precedes another in the timeline: by the machine's time, then by source, then by number.
    ///
    /// Within a source, numbers increase even for entries of the same microsecond.
    public static func comesBefore(_ first: TimelineEntry, _ second: TimelineEntry) -> Bool {
        (first.machineTime, first.id.source, first.id.sequence) < (second.machineTime, second.id.source, second.id.sequence)
    }

    /// Returns the entries of several journals as one timeline.
    public static func merged(_ journals: [[TimelineEntry]]) -> [TimelineEntry] {
        journals.joined().sorted(by: comesBefore)
    }

    /// Returns the entries of a timeline since the last reset. Each daemon restarted with its own reset, the library with the
    /// device's.
    public static func sinceReset(_ timeline: [TimelineEntry]) -> [TimelineEntry] {
        var begins: [TimelineSource: Int64] = [:]
        for entry in timeline where entry.event == "device.reset" || entry.event == "service.reset" {
            begins[entry.id.source] = entry.machineTime
        }
        begins[.library] = begins[.device] ?? begins[.service]
        return timeline.filter { $0.machineTime >= begins[$0.id.source] ?? .min }
    }
}

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
