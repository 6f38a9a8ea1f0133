/// Holds the timeline against one expectation, entry by entry as they come.
public struct EventMatcher: Sendable {
    /// What came closest without being it.
    public struct NearMiss: Sendable, Equatable {
        /// The entry.
        public var entry: TimelineEntry
        /// In what it differs; empty when it is of another event but has every detail that is wanted.
        public var differences: [EventDifference]
    }

    /// How it stands.
    public enum State: Sendable, Equatable {
        /// At least one was wanted, and one came: what comes later does not matter.
        case settled
        /// It is as expected if nothing more comes.
        case satisfied
        /// Something is missing yet.
        case open
        /// It happened too often, which nothing can mend.
        case exceeded
    }

    /// What is expected.
    public let expectation: EventExpectation
    /// How many entries were looked at.
    public private(set) var seen = 0
    /// How many of them are as expected.
    public private(set) var count = 0
    /// The first of those.
    public private(set) var matches: [TimelineEntry] = []
    /// What came closest without being it; the newest of several.
    public private(set) var nearest: NearMiss?

    /// How many matching entries are kept to be shown.
    private static let keptMatches = 20

    /// A matcher that has seen nothing.
    public init(_ expectation: EventExpectation) {
        self.expectation = expectation
    }

    /// How it stands now.
    public var state: State {
        guard let wanted = expectation.count else { return count > 0 ? .settled : .open }
        return count == wanted ? .satisfied : count < wanted ? .open : .exceeded
    }

    /// Whether it is as expected when nothing more comes.
    public var isMet: Bool { state == .settled || state == .satisfied }

    /// Whether waiting for more can be left out: the outcome is certain, or what was expected has come.
    ///
    /// An event that must not happen has to be waited for until the time is over.
    public var isDecided: Bool {
        switch state {
        case .settled, .exceeded: true
        case .satisfied: expectation.count != 0
        case .open: false
        }
    }

    /// Looks at an entry.
    public mutating func take(_ entry: TimelineEntry) {
        seen += 1
        guard let differences = expectation.differences(of: entry) else { return noteStranger(entry) }
        guard !differences.isEmpty else {
            count += 1
            if matches.count < Self.keptMatches { matches.append(entry) }
            return
        }
        // An entry of the event is nearer than one of another, whatever its details are.
        if let nearest, nearest.entry.event == expectation.event, nearest.differences.count < differences.count { return }
        nearest = NearMiss(entry: entry, differences: differences)
    }

    /// An entry of another event comes close when it is from the same journal and has all the details that are wanted.
    private mutating func noteStranger(_ entry: TimelineEntry) {
        guard nearest?.entry.event != expectation.event, !expectation.conditions.isEmpty,
            EventName.named(expectation.event)?.sources.contains(entry.id.source) ?? false
        else { return }
        var other = expectation
        other.event = entry.event
        if other.differences(of: entry)?.isEmpty == true { nearest = NearMiss(entry: entry, differences: []) }
    }
}
