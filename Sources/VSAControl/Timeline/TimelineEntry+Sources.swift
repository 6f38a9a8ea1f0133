import TVWorld

extension TimelineEntry {
    /// An entry of the device's journal.
    init(device entry: JournalEntry) {
        self.init(
            TimelineID(.device, entry.sequence), machineTime: entry.machineTime ?? entry.time * 1_000_000,
            time: entry.time * 1_000, event: entry.event, application: entry.application, correlation: entry.correlation,
            details: entry.details.inWorld)
    }

    /// An entry of the service's journal.
    init(service entry: ServiceJournalEntry) {
        let details = entry.details.sorted { $0.key < $1.key }.map { TVWorld.JSON.Member($0.key, .string($0.value)) }
        self.init(
            TimelineID(.service, entry.sequence), machineTime: entry.machineTime ?? entry.time * 1_000, time: entry.time,
            event: entry.event, correlation: entry.correlation.nonEmpty, outcome: entry.outcome, details: .object(details))
    }

    /// A line of the library's journal; nil when it is none.
    ///
    /// - Parameter number: The number of the line in the file, from 1: several apps may write into one file, and each counts for
    ///   itself.
    init?(library line: some Sequence<UInt8>, number: Int64) {
        guard let document = try? TVWorld.JSON(parsing: line), let event = document["event"]?.text,
            let time = document["time"]?.integer
        else { return nil }
        self.init(
            TimelineID(.library, number), machineTime: document["machine-time"]?.integer ?? time * 1_000, time: time,
            event: event, application: document["application-id"]?.text, correlation: document["correlation"]?.text,
            details: document["details"] ?? .object([]))
    }

    /// For programs.
    var json: JSON {
        .members([
            "id": .string(id.description), "source": .string(id.source.rawValue), "sequence": .integer(id.sequence),
            "time": .string(Timestamp.text(unixMilliseconds: time)), "machineTime": .integer(machineTime),
            "event": .string(event), "application": .optional(application), "correlation": .optional(correlation),
            "outcome": .optional(outcome), "details": JSON(details),
        ])
    }
}
