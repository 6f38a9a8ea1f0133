import TVWorld

/// The position of a viewer of the timeline: the number of the newest entry of each journal, as in `s12.d40.l3`.
struct TimelineCursor: Sendable, Equatable, CustomStringConvertible {
    /// The number of the newest entry, by source.
    var numbers: [TimelineSource: Int64] = [:]

    /// Creates the position of a viewer who has seen nothing.
    init() {}

    /// Parses a viewer's position; nil if it is invalid. A number without a letter is the service's.
    init?(_ text: String) {
        for part in text.split(separator: ".", maxSplits: 8, omittingEmptySubsequences: false) {
            guard let id = part.first?.isNumber == true ? TimelineID("s\(part)") : TimelineID(String(part)) else { return nil }
            numbers[id.source] = id.sequence
        }
    }

    /// Advances to an entry.
    mutating func pass(_ id: TimelineID) { numbers[id.source] = max(id.sequence, numbers[id.source] ?? 0) }

    /// Returns whether an entry comes after it.
    func isBefore(_ id: TimelineID) -> Bool { id.sequence > numbers[id.source] ?? .min }

    var description: String {
        numbers.sorted { $0.key < $1.key }.map { TimelineID($0.key, $0.value).description }.joined(separator: ".")
    }
}

/// A position in the timeline: before the entry with this time and number, as in `1763870000123456.s12`.
struct TimelinePlace: Sendable, CustomStringConvertible {
    private let entry: TimelineEntry

    init(_ entry: TimelineEntry) { self.entry = entry }

    /// Parses the position in a page's address; nil if it is invalid.
    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]), let id = TimelineID(String(parts[1])) else { return nil }
        entry = TimelineEntry(id, machineTime: time, time: 0, event: "")
    }

    var id: TimelineID { entry.id }

    /// Returns whether an entry is older.
    func comes(after other: TimelineEntry) -> Bool { TimelineEntry.comesBefore(other, entry) }

    var description: String { "\(entry.machineTime).\(entry.id)" }
}
