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
