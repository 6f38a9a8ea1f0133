import EntitlementCore
import Foundation
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The journal on PostgreSQL")
struct SharedJournalTests {
    private static let hour: Int64 = 3_600_000

    private func withJournal(_ body: (SharedJournal) async throws -> Void) async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            try await body(SharedJournal(place.openPostgreSQL().pool, node: "node", limit: 100))
        }
    }

    private func entry(_ number: Int64, requestor: String = "REF30", request: String? = nil, hours: Int64 = 2) -> Journal.Entry {
        Journal.Entry(
            sequence: number, time: hours * Self.hour, machineTime: number, event: .authorized,
            requestID: request ?? "r\(number)",
            correlation: "", outcome: "ok", details: ["requestor": requestor], document: nil)
    }

    /// Text that is too long for an index however it is compressed.
    private var longText: String { (0..<200).map { _ in UUID().uuidString }.joined() }

    @Test("a requestor of any length is counted, and does not stop the journal")
    func longRequestor() async throws {
        try await withJournal { journal in
            let name = longText
            try await journal.append([entry(1), entry(2, requestor: name), entry(3, requestor: "a\u{0}b")])
            #expect(try await journal.entries(after: 0, before: .max, limit: 9).map(\.machineTime) == [1, 2, 3])
            #expect(journal.takeRefusals() == [])
            let counted = Set(try await journal.usage(since: 0).map(\.requestor))
            #expect(counted == ["REF30", RecordColumn.text(name), RecordColumn.text("a\u{0}b")])
        }
    }

    @Test("an entry that the server refuses is left out, and no other one")
    func refusedEntry() async throws {
        try await withJournal { journal in
            try await journal.append((1...7).map { entry($0, request: $0 == 3 || $0 == 6 ? longText : nil) })
            #expect(try await journal.entries(after: 0, before: .max, limit: 9).map(\.machineTime) == [1, 2, 4, 5, 7])
            #expect(try await journal.entries(after: 0, before: .max, limit: 9).map(\.sequence) == [1, 2, 3, 4, 5])
            #expect(journal.takeRefusals().count == 2 && journal.takeRefusals().isEmpty)
            #expect(try await journal.newestWritten() == 7)
            #expect(try await journal.usage(since: 0).map(\.count) == [5, 5])
        }
    }

    @Test("a request whose identifier contains U+0000, which PostgreSQL does not store, has no entries")
    func nullRequest() async throws {
        try await withJournal { journal in
            try await journal.append([entry(1)])
            #expect(try await journal.entries(of: "\u{0}").isEmpty)
            #expect(try await journal.entries(of: "r1").count == 1)
        }
    }

    @Test("usage is counted after the clock was set back by more than the time for which counts are kept")
    func clockSetBack() async throws {
        try await withJournal { journal in
            try await journal.append([entry(1, hours: 2)])
            try await journal.append([entry(2, hours: 1_000)])
            #expect(Set(try await journal.usage(since: 0).map(\.start)) == [1_000 * Self.hour])
            for number in Int64(3)...4 { try await journal.append([entry(number, hours: 3)]) }
            #expect(try await journal.usage(since: 0).filter { $0.start == 3 * Self.hour }.map(\.count) == [2, 2])
            try await journal.append([entry(5, hours: 2_000)])
            #expect(Set(try await journal.usage(since: 0).map(\.start)) == [2_000 * Self.hour])
        }
    }
}
