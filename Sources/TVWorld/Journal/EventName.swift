/// The name of an event that a journal can tell, with the details that its entries have. A closed list, so that a wrong name in a
/// scenario or on a command line is noticed; tests hold it against the three journals.
public struct EventName: Sendable, Equatable {
    /// The name: `access.changed`.
    public let name: String
    /// Whose journals tell it.
    public let sources: [TimelineSource]
    /// The names of the details that an entry may have.
    public let details: [String]
    /// Whether an entry may have details that nobody can list, such as those that the app made up.
    public let hasOpenDetails: Bool
    /// What it says, in one line.
    public let meaning: String

    init(_ name: String, _ sources: [TimelineSource], _ details: [String], isOpen: Bool = false, _ meaning: String) {
        self.name = name
        self.sources = sources
        self.details = details
        hasOpenDetails = isOpen
        self.meaning = meaning
    }

    init(_ event: JournalEvent, _ sources: [TimelineSource], _ details: [String], isOpen: Bool = false, _ meaning: String) {
        self.init(event.rawValue, sources, details, isOpen: isOpen, meaning)
    }

    /// All events, source by source.
    public static let all: [EventName] = device + both + service + library

    private static let index: [String: EventName] = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// The event with a name; nil when there is none.
    public static func named(_ name: String) -> EventName? { index[name] }

    /// What somebody meant who wrote a name that does not exist; nil when nothing is near.
    public static func nearest(to name: String) -> String? { NearestName.find(name, in: all.map(\.name)) }

    /// Whether an expectation may name a detail: one of the list, a member of one, or one that every entry has.
    public func accepts(detail key: String) -> Bool {
        let first = key.split(separator: ".", omittingEmptySubsequences: false).first.map(String.init) ?? key
        return hasOpenDetails || details.contains(key) || details.contains(first) || TimelineEntry.commonKeys.contains(key)
    }

    /// What both daemons tell.
    static let both: [EventName] = [
        EventName(.faultAdded, [.device, .service], ["fault", "point"], isOpen: true, "A fault was set up."),
        EventName(.faultRemoved, [.device, .service], ["fault", "point"], isOpen: true, "A fault was taken away."),
        EventName(
            .faultReleased, [.device, .service], ["fault", "point", "count"], isOpen: true, "Calls that hung on a fault go on."),
        EventName(.faultStruck, [.device, .service], ["fault", "point", "effect"], isOpen: true, "A fault changed a call."),
        EventName(
            .clockChanged, [.device, .service], ["specification", "time"], isOpen: true,
            "The daemon's clock was set, moved or stopped."),
        EventName(
            .scenarioLoaded, [.device, .service], ["name", "generation"], isOpen: true,
            "A scenario became the daemon's state and baseline."),
        EventName(.scenarioRolledBack, [.device, .service], ["generation"], isOpen: true, "A scenario was taken back."),
        EventName(.snapshotLoaded, [.device, .service], [], isOpen: true, "The state came from a snapshot."),
    ]
}
