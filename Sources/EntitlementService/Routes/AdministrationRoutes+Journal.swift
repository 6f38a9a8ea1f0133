import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// `GET /admin/v1/journal[?after=N][&wait=SECONDS][&limit=N]`
    func readJournal(_ call: Call) async throws -> Response {
        let after = try number(call, "after", 0...Int64.max) ?? 0
        let limit = try number(call, "limit", 1...10_000).map { Int($0) } ?? Int.max
        let wait = try number(call, "wait", 0...30) ?? 0
        if wait > 0 { await engine.journal.wait(after: after, seconds: wait) }
        let entries = engine.journal.entries(after: after, limit: limit).map { entry -> JSON in
            .object([
                .init("sequence", .integer(entry.sequence)), .init("time", .integer(entry.time)),
                .init("event", .string(entry.event.rawValue)), .init("outcome", .string(entry.outcome)),
                .init("request", .string(entry.requestID)),
                .init("details", .object(entry.details.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })),
            ])
        }
        return .json(.ok, .object([.init("entries", .array(entries))]))
    }

    /// A parameter that is a whole number.
    func number(_ call: Call, _ name: String, _ range: ClosedRange<Int64>) throws -> Int64? {
        try call.parameters[name].map { text in
            guard let number = Int64(text), range.contains(number) else {
                throw AdministrationFields.wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
    }
}
