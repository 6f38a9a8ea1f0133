import TVWorld

extension TimelineEntry {
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
