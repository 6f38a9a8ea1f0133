import Administration
import EntitlementCore
import TVWorld

extension AdministrationController {
    /// The maximum number of entries in a response.
    private static let pageLimit: Int64 = 10_000

    /// `GET /admin/v1/journal[?after=N][&wait=SECONDS][&limit=N][&documents=true]`
    func journal(_ call: APICall) async throws -> JSON {
        let after = try number(call.parameters, "after", 0...Int64.max) ?? 0
        let limit = try number(call.parameters, "limit", 1...Self.pageLimit) ?? Self.pageLimit
        let hasDocuments = try flag(call.parameters, "documents") ?? false
        let wait = try number(call.parameters, "wait", 0...30) ?? 0
        let journal = engine.journal
        if wait > 0 { await journal.wakes.wait(seconds: wait) { journal.latest > after } }
        let entries = try await engine.entries(after: after, limit: Int(limit))
            .map { JournalEntryResource($0, hasDocument: hasDocuments).json }
        return ["entries": .array(entries), "latest": .integer(engine.journal.latest)]
    }

    /// `GET /admin/v1/requests[?after=N][&limit=N]`
    func requests(_ call: APICall) throws -> [RequestResource] {
        let after = try number(call.parameters, "after", 0...Int64.max) ?? 0
        let limit = try number(call.parameters, "limit", 1...Self.pageLimit) ?? Self.pageLimit
        return engine.requests.requests(after: after, limit: Int(limit))
    }

    /// Returns a Boolean parameter.
    func flag(_ parameters: FormParameters, _ name: String) throws -> Bool? {
        try parameters[name].map { text in
            guard let flag = ["true": true, "false": false][text] else { throw AdministrationFields.wrong(name, "true or false") }
            return flag
        }
    }

    /// Returns a parameter that is a whole number.
    func number(_ parameters: FormParameters, _ name: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        try parameters[name].map { text in
            guard let number = Int64(text), range.contains(number) else { throw AdministrationFields.wrong(name, range) }
            return number
        }
    }
}

extension JournalEntryResource {
    init(_ entry: Journal.Entry, hasDocument: Bool) {
        self.init(
            sequence: entry.sequence, time: entry.time, machineTime: entry.machineTime, event: entry.event.rawValue,
            outcome: entry.outcome, request: entry.requestID,
            correlation: entry.correlation.isEmpty ? nil : entry.correlation, details: entry.details,
            document: hasDocument ? .some(entry.document) : nil)
    }
}
