import TVWorld

/// The position of a viewer of the timeline: the number of the newest entry of each journal, as in `s12.d40.l3`.
struct TimelineCursor: Sendable, Equatable, CustomStringConvertible {
    /// The number of the newest entry, by source.
    var numbers: [TimelineSource: Int64] = [:]

    /// Creates the position of a viewer who has not seen anything.
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

extension TimelineEntry {
    /// Its place in the timeline, for a page's address: `1763870000123456.s12`.
    var place: String { "\(machineTime).\(id)" }

    /// Creates an entry that has only a place; nil if that is invalid.
    init?(place text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]), let id = TimelineID(String(parts[1])) else { return nil }
        self.init(id, machineTime: time, time: 0, event: "")
    }
}
