import Dates
import TVWorld

/// Groups of entries that belong to one call of an app, drawn as a bracket next to the events. Concurrent calls have separate
/// columns.
struct CorrelationGroups {
    /// A column of brackets.
    private struct Lane {
        var group: String
        /// The machine's time at the newest entry.
        var lastTime: Int64
        let colour: Style.Emphasis
    }

    /// The number of remaining entries in each group; nil while entries arrive one by one.
    private var left: [String: Int]?
    private var lanes: [Lane?]
    private var calls = RecentCalls()
    /// The number of groups that have had a column: consecutive ones have different colours.
    private var drawn = 0
    private var lastDay: String?

    private static let palette: [Style.Emphasis] = [.first, .second, .third, .fourth]
    /// The number of columns while entries arrive one by one.
    static let streamLanes = 3
    /// The time without an entry after which a call counts as ended, in microseconds.
    private static let longestPause: Int64 = 2_000_000

    /// Creates the groups of a complete list of entries.
    init(_ entries: [TimelineEntry]) {
        let left = Dictionary(entries.compactMap { $0.correlation.map { ($0, 1) } }, uniquingKeysWith: +)
        var remaining = left
        var open: Set<String> = []
        var most = 0
        for group in entries.compactMap(\.correlation) where left[group] ?? 0 > 1 {
            open.insert(group)
            most = max(most, open.count)
            remaining[group, default: 0] -= 1
            if remaining[group] == 0 { open.remove(group) }
        }
        self.left = left
        lanes = Array(repeating: nil, count: max(1, most))
        for entry in entries { calls.note(entry) }
    }

    /// Creates groups whose ends are not yet known.
    init() { lanes = Array(repeating: nil, count: Self.streamLanes) }

    mutating func row(_ entry: TimelineEntry) -> TimelineRow {
        if left == nil {
            calls.note(entry)
            calls.forgetOldest()
        }
        // The service does not know the apps.
        let application = entry.application ?? entry.correlation.flatMap { calls[$0] }
        let (mark, colour) = mark(entry)
        var row = TimelineRow(entry, application: application, mark: mark, colour: colour)
        row.startsDay = row.day != lastDay
        lastDay = row.day
        return row
    }

    /// Returns the mark before an entry's event, as wide as all columns and a space, and its colour.
    private mutating func mark(_ entry: TimelineEntry) -> (String, Style.Emphasis) {
        var signs = lanes.map { $0 == nil || left == nil ? " " : "│" }
        var colour = Style.Emphasis.plain
        if let (index, isFirst) = lane(for: entry) {
            signs[index] = isFirst ? "┌" : "├"
            colour = lanes[index]?.colour ?? .plain
            if let group = entry.correlation, let count = left?[group] {
                left?[group] = count - 1
                if count == 1 {
                    signs[index] = "└"
                    lanes[index] = nil
                }
            }
        }
        return (signs.joined() + " ", colour)
    }

    /// Returns the column of an entry's group, and whether the group begins with the entry; nil for a single entry.
    private mutating func lane(for entry: TimelineEntry) -> (Int, isFirst: Bool)? {
        guard let group = entry.correlation else { return nil }
        if let known = lanes.firstIndex(where: { $0?.group == group }) {
            lanes[known]?.lastTime = entry.machineTime
            return (known, false)
        }
        if let left, left[group] ?? 0 < 2 { return nil }
        let isOver = { (lane: Lane?) in
            lane.map { entry.machineTime.clampedDifference($0.lastTime) > Self.longestPause } ?? true
        }
        let free = lanes.firstIndex { $0 == nil } ?? (left == nil ? lanes.firstIndex(where: isOver) : nil)
        let oldest = lanes.indices.min { (lanes[$0]?.lastTime ?? 0) < (lanes[$1]?.lastTime ?? 0) }
        guard let lane = free ?? oldest else { return nil }
        lanes[lane] = Lane(
            group: group, lastTime: entry.machineTime, colour: Self.palette[drawn % Self.palette.count])
        drawn += 1
        return (lane, true)
    }
}
