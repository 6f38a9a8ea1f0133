import TVWorld

/// An entry of the service's journal.
package struct JournalEntryResource: ListedResource {
    package static let path = "journal"
    package static let member = "entries"

    package var sequence: Int64
    /// The time in Unix milliseconds by the service's clock.
    package var time: Int64
    /// The time in Unix microseconds by the machine's clock.
    package var machineTime: Int64
    package var event: String
    package var outcome: String
    /// The request's `Adobe-Request-Id`.
    package var request: String
    package var correlation: String?
    package var details: [String: String]
    /// The SAML message, if it was requested.
    package var document: String??

    package init(
        sequence: Int64, time: Int64, machineTime: Int64, event: String, outcome: String, request: String,
        correlation: String?, details: [String: String], document: String??
    ) {
        self.sequence = sequence
        self.time = time
        self.machineTime = machineTime
        self.event = event
        self.outcome = outcome
        self.request = request
        self.correlation = correlation
        self.details = details
        self.document = document
    }

    package var json: JSON {
        var members: [JSON.Member] = [
            .init("sequence", .integer(sequence)), .init("time", .integer(time)),
            .init("machineTime", .integer(machineTime)), .init("event", .string(event)),
            .init("outcome", .string(outcome)), .init("request", .string(request)), .init("correlation", .optional(correlation)),
            .init("details", .sorted(details) { .string($0) }),
        ]
        if let document { members.append(.init("document", .optional(document))) }
        return .object(members)
    }
}

extension TimelineEntry {
    /// Creates an entry from the service's journal.
    package init(service entry: JournalEntryResource) {
        self.init(
            TimelineID(.service, entry.sequence), machineTime: entry.machineTime, time: entry.time,
            event: entry.event, application: entry.details["applicationId"], correlation: entry.correlation,
            outcome: entry.outcome, details: .sorted(entry.details) { .string($0) })
    }
}
