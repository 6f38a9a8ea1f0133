import TVWorld

/// What belongs to one call of an app: drawn as a bracket beside the events. Calls under way at the same time have a column each.
struct CorrelationGroups {
    /// A column of brackets.
    private struct Lane {
        var group: String
        /// The machine's time of the newest entry.
        var lastTime: Int64
    }

    /// How many entries each group still has; nil while entries arrive one by one.
    private var left: [String: Int]?
    private var lanes: [Lane?]
    private var applications: [String: String] = [:]
    private var colours: [String: Style.Emphasis] = [:]

    private static let palette: [Style.Emphasis] = [.first, .second, .third, .fourth]
    /// The columns where entries come one by one.
    static let streamLanes = 3
    /// After so long without an entry, in microseconds, a call counts as over there.
    private static let longestPause: Int64 = 2_000_000

    /// The groups of entries that are all known.
    init(_ entries: [TimelineEntry]) {
        let left = Dictionary(entries.compactMap { $0.correlation.map { ($0, 1) } }, uniquingKeysWith: +)
        var (remaining, open, most) = (left, Set<String>(), 0)
        for group in entries.compactMap(\.correlation) where left[group] ?? 0 > 1 {
            open.insert(group)
            most = max(most, open.count)
            remaining[group, default: 0] -= 1
            if remaining[group] == 0 { open.remove(group) }
        }
        self.left = left
        lanes = Array(repeating: nil, count: max(1, most))
        for entry in entries { note(entry) }
    }

    /// Groups whose ends are not known yet.
    init() { lanes = Array(repeating: nil, count: Self.streamLanes) }

    /// The row of the next entry.
    mutating func row(_ entry: TimelineEntry) -> TimelineRow {
        note(entry)
        let application = entry.application ?? entry.correlation.flatMap { applications[$0] }
        return TimelineRow(entry, application: application, mark: mark(entry), colour: colour(entry))
    }

    /// The service does not know the apps; what it did for a call was done for the app that made it.
    private mutating func note(_ entry: TimelineEntry) {
        if let group = entry.correlation, let application = entry.application { applications[group] = application }
    }

    /// The mark before an entry's event, as wide as all columns and a blank.
    private mutating func mark(_ entry: TimelineEntry) -> String {
        var signs = lanes.map { $0 == nil || left == nil ? " " : "│" }
        if let (index, isFirst) = lane(for: entry) {
            signs[index] = isFirst ? "┌" : "├"
            if let group = entry.correlation, let count = left?[group] {
                left?[group] = count - 1
                if count == 1 {
                    signs[index] = "└"
                    lanes[index] = nil
                }
            }
        }
        return signs.joined() + " "
    }

    /// The column of an entry's group, and whether the group begins with the entry; nil for what is alone.
    private mutating func lane(for entry: TimelineEntry) -> (Int, isFirst: Bool)? {
        guard let group = entry.correlation else { return nil }
        if let known = lanes.firstIndex(where: { $0?.group == group }) {
            lanes[known]?.lastTime = entry.machineTime
            return (known, false)
        }
        if let left, left[group] ?? 0 < 2 { return nil }
        let isOver = { (lane: Lane?) in lane.map { entry.machineTime - $0.lastTime > Self.longestPause } ?? true }
        let free = lanes.firstIndex { $0 == nil } ?? (left == nil ? lanes.firstIndex(where: isOver) : nil)
        let oldest = lanes.indices.min { (lanes[$0]?.lastTime ?? 0) < (lanes[$1]?.lastTime ?? 0) }
        guard let lane = free ?? oldest else { return nil }
        lanes[lane] = Lane(group: group, lastTime: entry.machineTime)
        return (lane, true)
    }

    /// The colour of an entry's mark: neighbours that began one after the other have different ones.
    private mutating func colour(_ entry: TimelineEntry) -> Style.Emphasis {
        guard let group = entry.correlation else { return .plain }
        if let colour = colours[group] { return colour }
        let colour = Self.palette[colours.count % Self.palette.count]
        colours[group] = colour
        return colour
    }
}
