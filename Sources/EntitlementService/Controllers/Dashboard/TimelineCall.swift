import TVWorld

/// The events of one call, as the live page shows them together; or one event that belongs to no call.
struct TimelineCall: Sendable {
    /// The call's events, oldest first.
    private(set) var events: [TimelineEvent]

    init(_ event: TimelineEvent) { events = [event] }

    /// Groups events by their call.
    ///
    /// - Parameter events: The events, newest first.
    /// - Returns: The calls; the one with the newest event comes first.
    static func grouping(_ events: some Sequence<TimelineEvent>) -> [TimelineCall] {
        var calls: [TimelineCall] = []
        var places: [String: Int] = [:]
        for event in events {
            if let group = event.group, let place = places[group] {
                calls[place].events.append(event)
            } else {
                if let group = event.group { places[group] = calls.count }
                calls.append(TimelineCall(event))
            }
        }
        for index in calls.indices { calls[index].events.reverse() }
        return calls
    }

    /// Returns a colour for the events of one call, 0 to 5.
    private static func colour(_ group: String) -> Int64 {
        Int64(group.utf8.reduce(UInt32(0)) { $0 &* 31 &+ UInt32($1) } % 6)
    }

    /// The values for the template of calls.
    var page: [String: PageValue] {
        let group = events.first?.group
        return [
            "at": .number(events.last?.entry.machineTime ?? 0), "group": .optional(group),
            "short": .text(TimelineEvent.short(group ?? "")), "title": .text(events.first?.title ?? ""),
            "colour": .optional(group.map { String(Self.colour($0)) }), "entries": .list(events.map(\.page)),
        ]
    }
}
