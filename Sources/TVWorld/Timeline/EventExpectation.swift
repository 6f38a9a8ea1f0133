/// What a test expects of the timeline: that an event happened, how often, and with which details.
public struct EventExpectation: Sendable, Equatable {
    /// One detail that is wanted.
    public struct Condition: Sendable, Equatable {
        /// The detail's name, or one of ``TimelineEntry/commonKeys``.
        public var key: String
        /// Its value: a text, a number, a truth value or null.
        public var value: JSON

        /// A condition.
        public init(_ key: String, _ value: JSON) {
            self.key = key
            self.value = value
        }
    }

    /// The event's name.
    public var event: String
    /// The details that are wanted; others may be anything.
    public var conditions: [Condition]
    /// How often exactly; nil: at least once. With 0 it must not happen.
    public var count: Int?
    /// How long it is waited for, in milliseconds; with a count of 0, how long it must stay away.
    public var withinMilliseconds: Int64

    /// An expectation.
    public init(event: String, conditions: [Condition] = [], count: Int? = nil, withinMilliseconds: Int64 = 0) {
        self.event = event
        self.conditions = conditions
        self.count = count
        self.withinMilliseconds = withinMilliseconds
    }

    /// The detail of an entry as texts that can be compared: numbers, truth values and texts that look the same are the same,
    /// because a shell knows only texts.
    static func matches(_ actual: JSON?, _ wanted: JSON) -> Bool {
        guard let actual else { return wanted == .null }
        if case .array(let values) = actual, wanted != .null { return values.contains { matches($0, wanted) } }
        return plain(actual) == plain(wanted)
    }

    /// A value as people write it.
    public static func plain(_ value: JSON) -> String {
        switch value {
        case .string(let text): text
        case .number(let text): value.integer.map(String.init) ?? text
        case .null, .bool, .array, .object: value.serialized
        }
    }

    /// The conditions that an entry does not meet; nil when it is of another event.
    public func differences(of entry: TimelineEntry) -> [EventDifference]? {
        guard entry.event == event else { return nil }
        return conditions.compactMap { condition in
            let actual = entry.value(condition.key)
            guard !Self.matches(actual, condition.value) else { return nil }
            return EventDifference(key: condition.key, wanted: condition.value, actual: actual)
        }
    }
}

/// A detail that is not as it is wanted.
public struct EventDifference: Sendable, Equatable {
    /// The detail.
    public var key: String
    /// What was wanted.
    public var wanted: JSON
    /// What it is; nil when the entry has no such detail.
    public var actual: JSON?

    /// A difference.
    public init(key: String, wanted: JSON, actual: JSON?) {
        self.key = key
        self.wanted = wanted
        self.actual = actual
    }
}
