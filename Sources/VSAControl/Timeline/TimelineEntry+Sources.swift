import TVWorld

extension TimelineEntry {
    /// Creates an entry from the service's journal.
    init(service entry: ServiceJournalEntry) {
        let details = entry.details.sorted { $0.key < $1.key }.map { TVWorld.JSON.Member($0.key, .string($0.value)) }
        self.init(
            TimelineID(.service, entry.sequence), machineTime: entry.machineTime ?? entry.time * 1_000, time: entry.time,
            event: entry.event, correlation: entry.correlation.nonEmpty, outcome: entry.outcome, details: .object(details))
    }

    /// The entry for programs.
    var json: JSON {
        .members([
            "id": .string(id.description), "source": .string(id.source.rawValue), "sequence": .integer(id.sequence),
            "time": .string(Timestamp.text(unixMilliseconds: time)), "machineTime": .integer(machineTime),
            "event": .string(event), "application": .optional(application), "correlation": .optional(correlation),
            "outcome": .optional(outcome), "details": JSON(details),
        ])
    }
}
