/// The name of a journal event, with the details of its entries. A closed list, so that a misspelled name in a scenario or on a
/// command line is detected; tests compare it with the three journals.
public struct EventName: Sendable, Equatable {
    /// The name: `access.changed`.
    public let name: String
    /// The journals that contain it.
    public let sources: [TimelineSource]
    /// The names of the possible details of an entry.
    public let details: [String]
    /// Whether an entry can have details that cannot be listed, such as those that the app defines.
    public let hasOpenDetails: Bool
    /// The meaning, in one line.
    public let meaning: String

    init(_ name: String, _ sources: [TimelineSource], _ details: [String], isOpen: Bool = false, _ meaning: String) {
        self.name = name
        self.sources = sources
        self.details = details
        hasOpenDetails = isOpen
        self.meaning = meaning
    }

    /// All events, source by source.
    public static let all: [EventName] = device + both + service + library

    private static let index: [String: EventName] = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// Returns the event with a name; nil if there is none.
    public static func named(_ name: String) -> EventName? { index[name] }

    /// Returns the event with the name that is nearest to a misspelled one; nil if none is near.
    public static func nearest(to name: String) -> String? { NearestName.find(name, in: all.map(\.name)) }

    /// Returns whether an expectation can name a detail: one of the list, a member of one, or one that every entry has.
    public func accepts(detail key: String) -> Bool {
        let first = key.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? key
        return hasOpenDetails || details.contains(key) || details.contains(first) || TimelineEntry.commonKeys.contains(key)
    }

    /// The events of both daemons.
    static let both: [EventName] = [
        shared(.faultAdded, ["fault", "point"], "A fault was added."),
        shared(.faultRemoved, ["fault", "point"], "A fault was removed."),
        shared(.faultReleased, ["fault", "point", "count"], "Calls that a fault kept waiting continue."),
        shared(.faultStruck, ["fault", "point", "effect"], "A fault affected a call."),
        shared(.clockChanged, ["specification", "time"], "The daemon's clock was set, moved or stopped."),
        shared(.scenarioLoaded, ["name", "generation"], "A scenario became the daemon's state and baseline."),
        shared(.snapshotLoaded, [], "The state came from a snapshot."),
    ]

    private static func shared(_ event: JournalEvent, _ details: [String], _ meaning: String) -> EventName {
        EventName(event.rawValue, [.device, .service], details, isOpen: true, meaning)
    }
}
