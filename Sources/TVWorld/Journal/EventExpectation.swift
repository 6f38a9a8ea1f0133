/// A test's expectation of the timeline: that an event occurred, how often, and with which details.
public struct EventExpectation: Sendable, Equatable {
    /// The event's name.
    public var event: String
    /// The expected details: the name of one, or one of ``TimelineEntry/commonKeys``, and a string, a number, a Boolean or null.
    /// Others can have any value.
    public var conditions: [JSON.Member]
    /// The exact number; nil: at least one. With 0, the event must not occur.
    public var count: Int?
    /// The time to wait for it, in milliseconds; with a count of 0, the time in which it must not occur.
    public var withinMilliseconds: Int64

    /// Creates an expectation.
    public init(event: String, conditions: [JSON.Member] = [], count: Int? = nil, withinMilliseconds: Int64 = 0) {
        self.event = event
        self.conditions = conditions
        self.count = count
        self.withinMilliseconds = withinMilliseconds
    }

    /// Compares a detail as text: numbers, Booleans and strings with the same text are equal,
    /// because shells only have strings.
    static func matches(_ actual: JSON?, _ wanted: JSON) -> Bool {
        guard let actual else { return wanted == .null }
        if case .array(let values) = actual, wanted != .null { return values.contains { matches($0, wanted) } }
        return plain(actual) == plain(wanted)
    }

    /// Returns a value in plain notation, without quotes.
    public static func plain(_ value: JSON) -> String {
        switch value {
        case .string(let text): text
        case .number(let text): value.integer.map(String.init) ?? text
        case .null, .bool, .array, .object: value.serialized
        }
    }

    /// Returns the conditions that an entry does not meet; nil if it is of another event.
    public func differences(of entry: TimelineEntry) -> [EventDifference]? {
        guard entry.event == event else { return nil }
        return conditions.compactMap { condition in
            let actual = entry.value(condition.key)
            guard !Self.matches(actual, condition.recorded) else { return nil }
            return EventDifference(key: condition.key, wanted: condition.value, actual: actual)
        }
    }
}

extension JSON.Member {
    /// The value of an expected detail in the form that journals use: a fault point by its raw value.
    fileprivate var recorded: JSON {
        guard key == RenamedKey.point.name, let point = value.text.flatMap(FaultPoint.init(named:)) else { return value }
        return .string(point.rawValue)
    }
}

/// A detail that differs from the expected one.
public struct EventDifference: Sendable, Equatable {
    /// The detail.
    public var key: String
    /// The expected value.
    public var wanted: JSON
    /// The actual value; nil if the entry has no such detail.
    public var actual: JSON?
}

/// A comparison of the timeline with one expectation, entry by entry.
public struct EventMatcher: Sendable {
    /// The entry that came closest without matching.
    public struct NearMiss: Sendable, Equatable {
        /// The entry.
        public var entry: TimelineEntry
        /// The differences; empty if it is of another event but has all expected details.
        public var differences: [EventDifference]
    }

    /// The state of the comparison.
    public enum State: Sendable, Equatable {
        /// At least one was expected and has occurred; later entries are irrelevant.
        case settled
        /// The expectation is met unless more entries follow.
        case satisfied
        /// Some expected entries are still missing.
        case open
        /// It occurred too often, which is final.
        case exceeded
    }

    /// The expectation.
    public let expectation: EventExpectation
    /// The number of entries so far.
    public private(set) var seen = 0
    /// The number of matching entries.
    public private(set) var count = 0
    /// The first matching entries.
    public private(set) var matches: [TimelineEntry] = []
    /// The entry that came closest without matching; the newest of several.
    public private(set) var nearest: NearMiss?

    /// The maximum number of matching entries to keep for display.
    private static let keptMatches = 20

    /// Creates a matcher without entries.
    public init(_ expectation: EventExpectation) {
        self.expectation = expectation
    }

    /// The current state.
    public var state: State {
        guard let wanted = expectation.count else { return count > 0 ? .settled : .open }
        return count == wanted ? .satisfied : count < wanted ? .open : .exceeded
    }

    /// Whether the expectation is met unless more entries follow.
    public var isMet: Bool { state == .settled || state == .satisfied }

    /// Whether waiting is unnecessary: the outcome is certain, or the expected events have occurred.
    ///
    /// For an event that must not occur, the whole time has to pass.
    public var isDecided: Bool {
        switch state {
        case .settled, .exceeded: true
        case .satisfied: expectation.count != 0
        case .open: false
        }
    }

    /// Adds an entry.
    public mutating func take(_ entry: TimelineEntry) {
        seen += 1
        guard let differences = expectation.differences(of: entry) else { return noteStranger(entry) }
        guard !differences.isEmpty else {
            count += 1
            if matches.count < Self.keptMatches { matches.append(entry) }
            return
        }
        // An entry of the expected event is nearer than one of another event, regardless of its details.
        if let nearest, nearest.entry.event == expectation.event, nearest.differences.count < differences.count { return }
        nearest = NearMiss(entry: entry, differences: differences)
    }

    /// Considers an entry of another event, which is near if it is from the same journal and has all expected details.
    private mutating func noteStranger(_ entry: TimelineEntry) {
        guard nearest?.entry.event != expectation.event, !expectation.conditions.isEmpty,
            EventName.named(expectation.event)?.sources.contains(entry.id.source) ?? false
        else { return }
        var other = expectation
        other.event = entry.event
        if other.differences(of: entry)?.isEmpty == true { nearest = NearMiss(entry: entry, differences: []) }
    }
}
