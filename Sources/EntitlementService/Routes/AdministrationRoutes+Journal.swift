import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// The maximum number of entries in a response.
    private static let pageLimit: Int64 = 10_000

    /// `GET /admin/v1/journal[?after=N][&wait=SECONDS][&limit=N][&documents=true]`
    func readJournal(_ call: Call) async throws -> Response {
        let after = try number(call, "after", 0...Int64.max) ?? 0
        let limit = try number(call, "limit", 1...Self.pageLimit) ?? Self.pageLimit
        let hasDocuments = try flag(call, "documents") ?? false
        let wait = try number(call, "wait", 0...30) ?? 0
        let journal = engine.journal
        if wait > 0 { await journal.wakes.wait(seconds: wait) { journal.latest > after } }
        let entries = try await engine.entries(after: after, limit: Int(limit)).map { entry -> JSON in
            var members: [JSON.Member] = [
                .init("sequence", .integer(entry.sequence)), .init("time", .integer(entry.time)),
                .init("machineTime", .integer(entry.machineTime)),
                .init("event", .string(entry.event.rawValue)), .init("outcome", .string(entry.outcome)),
                .init("request", .string(entry.requestID)),
                .init("correlation", .optional(entry.correlation.isEmpty ? nil : entry.correlation)),
                .init("details", .object(entry.details.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
            ]
            if hasDocuments { members.append(.init("document", .optional(entry.document))) }
            return .object(members)
        }
        return .json(
            .ok, .object([.init("entries", .array(entries)), .init("latest", .integer(engine.journal.latest))]))
    }

    /// `GET /admin/v1/requests[?after=N][&limit=N]`
    func listRequests(_ call: Call) throws -> Response {
        let after = try number(call, "after", 0...Int64.max) ?? 0
        let limit = try number(call, "limit", 1...Self.pageLimit) ?? Self.pageLimit
        let entries = engine.requests.entries(after: after, limit: Int(limit)).map { entry -> JSON in
            .object([
                .init("sequence", .integer(entry.sequence)), .init("time", .integer(entry.time)),
                .init("machineTime", .integer(entry.machineTime)), .init("method", .string(entry.method)),
                .init("path", .string(entry.path)), .init("status", .integer(entry.status)),
                .init("microseconds", .integer(entry.microseconds)),
                .init("requestSize", entry.requestSize.map { .integer($0) } ?? .null),
                .init("responseSize", entry.responseSize.map { .integer($0) } ?? .null),
                .init("contentType", .string(entry.contentType)), .init("request", .string(entry.requestID)),
                .init("correlation", .optional(entry.correlation.isEmpty ? nil : entry.correlation)),
            ])
        }
        return .json(.ok, .object([.init("requests", .array(entries))]))
    }

    /// Returns a Boolean parameter.
    func flag(_ call: Call, _ name: String) throws -> Bool? {
        try call.parameters[name].map { text in
            guard let flag = ["true": true, "false": false][text] else { throw AdministrationFields.wrong(name, "true or false") }
            return flag
        }
    }

    /// Returns a parameter that is a whole number.
    func number(_ call: Call, _ name: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        try call.parameters[name].map { text in
            guard let number = Int64(text), range.contains(number) else {
                throw AdministrationFields.wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }
}
