import EntitlementCore
import Foundation
import PostgreSQL

extension PostgreSQLTokenStore {
    public func list<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> RecordPage<Record> {
        try await pool.translating {
            let rows = try await self.pool.run([Statement(query.selection(.postgreSQL))])[0].rows
            return try query.page(rows.map { ($0.integer(0) ?? 0, $0.document(1)) })
        }
    }

    public func count<Record: StoredRecord>(_ query: RecordQuery<Record>) async throws -> Int {
        let answers = try await pool.answers(to: [Statement(query.counting(.postgreSQL))])
        return Int(answers[0].rows.first?.integer(0) ?? 0)
    }

    public func everything() async throws -> [any StoredRecord] {
        try await pool.translating {
            try await self.pool.use(patience: Self.longPatience) { connection, deadline in
                try connection.run([RecordLookup.snapshotStart], before: deadline)
                // Each table has its own time limit: regardless of their number, a server that answers is not unreachable.
                let records = try StoredRecords.all.flatMap { type -> [any StoredRecord] in
                    let selection = Statement("SELECT document FROM \(quoted(type.table)) ORDER BY number")
                    return try connection.run([selection], before: .now + Self.longPatience)[0].rows.map {
                        try DatabaseRecords.decode(type, $0.document(0))
                    }
                }
                try connection.run([Statement("COMMIT")], before: .now + Self.longPatience)
                return records
            }
        }
    }

    public func replaceEverything(with records: [any StoredRecord], and shared: SharedChange?) async throws {
        try await pool.translating {
            for attempt in 1... {
                do {
                    try await self.replace(with: records, and: shared)
                    break
                } catch let error as DatabaseError where error.isConflict && attempt < Self.attemptLimit {
                    try await self.reload()
                    try await Pause.betweenAttempts(attempt)
                }
            }
            try await self.reload()
            try await self.node.announce(self.revision)
        }
    }

    private func replace(with records: [any StoredRecord], and shared: SharedChange?) async throws {
        try await pool.use(patience: Self.longPatience) { connection, deadline in
            // Other writers wait for the end of the transaction, after which their decisions are made again.
            let tables = StoredRecords.all.map { quoted($0.table) }.joined(separator: ", ")
            try connection.run(
                [
                    Statement("BEGIN ISOLATION LEVEL SERIALIZABLE"),
                    Statement("LOCK TABLE \(tables) IN SHARE ROW EXCLUSIVE MODE"),
                ] + (try Self.types.map { Statement(try RecordOperation.removeAll($0).statement) }),
                before: deadline)
            // Each batch has its own time limit: regardless of their number, a server that answers is not unreachable.
            for start in stride(from: 0, to: records.count, by: Self.batch) {
                try connection.run(
                    try records[start...].prefix(Self.batch).map { Statement(try RecordOperation.put($0).statement) },
                    before: .now + Self.longPatience)
            }
            let end = ContinuousClock.now + Self.longPatience
            let writing = try shared?.statements(connection, end) ?? []
            try connection.run(
                Self.announcement(self.pool.database.schema) + writing + [Statement("COMMIT")], before: end)
        }
    }

    /// The types of records in the database: those of every store, and those that other stores keep in memory.
    static let types = StoredRecords.all + [DenialRecord.self]

    /// The number of records to send at once.
    private static let batch = 1_000

    public func removeEnded(now: Int64, limit: Int) async throws -> Int {
        try await pool.translating {
            let times = Self.types.map { Parameter.integer(now - $0.retention(ofSignIns: self.sessionRetention)) }
            let counts = try await self.pool.run(
                zip(Self.types, times).map { type, time in
                    Statement(
                        "SELECT count(*) FROM (SELECT 1 FROM \(quoted(type.table)) WHERE ends < $1 LIMIT $2) AS ended",
                        [time, .integer(Int64(limit))])
                } + Self.removalOfEndedValues)
            var left = Int64(limit)
            var removals: [Statement] = []
            var endsConfiguration = false
            for (index, type) in Self.types.enumerated() {
                let count = min(left, counts[index].rows.first?.integer(0) ?? 0)
                guard count > 0 else { continue }
                left -= count
                endsConfiguration = endsConfiguration || type.isConfiguration
                // Records that another node is removing at the same time are left to it.
                let table = quoted(type.table)
                let ended = "SELECT number FROM \(table) WHERE ends < $1 ORDER BY ends LIMIT $2 FOR UPDATE SKIP LOCKED"
                removals.append(
                    Statement("DELETE FROM \(table) WHERE number IN (\(ended))", [times[index], .integer(count)]))
            }
            let announcement = endsConfiguration ? Self.announcement(self.pool.database.schema) : []
            let answers = try await self.pool.run(removals + announcement)
            if endsConfiguration { try await self.node.announce(answers[removals.count].rows.first?.integer(0) ?? 0) }
            return answers.prefix(removals.count).map(\.count).reduce(0, +)
        }
    }
}
