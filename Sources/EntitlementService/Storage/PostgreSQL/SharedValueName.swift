import Encodings
import Foundation
import PostgreSQL
import Synchronization

/// The name of a value that the nodes of a service share outside its records.
struct SharedValueName: Sendable {
    /// The name in the database: the kind, such as `faults` or `device`, and a digest of the value's identifiers, which may be
    /// secret.
    let text: String
    /// The time for which the value is kept after its last change, in milliseconds by the server's clock; nil: forever.
    let lifetime: Int64?

    /// The kind of the counts of calls by address, which callers can invent.
    static let deviceKind = "device"

    init(_ kind: String, _ parts: [String] = [], lifetime: Int64? = nil) {
        self.lifetime = lifetime
        text = parts.isEmpty ? kind : "\(kind):\(hexadecimal(sha256(parts.joined(separator: "\u{0}"))))"
    }
}

extension PostgreSQLTokenStore {
    private static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// Returns a shared value; nil if there is none.
    ///
    /// - Throws: ``StoreFailure``
    func value<Value: Decodable & Sendable>(_ name: SharedValueName, as type: Value.Type) async throws -> Value? {
        try await pool.translating { try Self.decode(type, await self.pool.run([Self.selection(name)])[0]) }
    }

    /// Reads and changes a shared value; concurrent changes, by any node, take place one at a time.
    ///
    /// - Parameter isAnnounced: Whether every node adopts the shared state before this returns.
    /// - Throws: ``StoreFailure``, or the error that the body throws; the former says when nothing has changed.
    func change<Value: Codable & Sendable, Answer: Sendable>(
        _ name: SharedValueName, isAnnounced: Bool = false, _ body: @Sendable (inout Value?) throws -> Answer
    ) async throws -> Answer {
        let (result, revision) = try await pool.translating {
            try await self.pool.use { connection, deadline in
                try self.change(name, isAnnounced, connection, deadline, body)
            }
        }
        if let revision { try await pool.translating { try await self.node.announce(revision) } }
        return try result.get()
    }

    private func change<Value: Codable & Sendable, Answer: Sendable>(
        _ name: SharedValueName, _ isAnnounced: Bool, _ connection: Connection, _ deadline: ContinuousClock.Instant,
        _ body: (inout Value?) throws -> Answer
    ) throws -> (Result<Answer, any Error>, revision: Int64?) {
        pool.roundTrips.add(2, ordering: .relaxed)
        let found = try connection.run([Statement("BEGIN")] + locking(name), before: deadline)[2]
        var value = try Self.decode(Value.self, found)
        let result = Result { try body(&value) }
        guard case .success = result else {
            try connection.run([Statement("ROLLBACK")], before: deadline)
            return (result, nil)
        }
        let writing = try Self.writing(name, value, insteadOf: found)
        let announcement = isAnnounced ? Self.announcement(pool.database.schema) : []
        let answers = try connection.run(writing + announcement + [Statement("COMMIT")], before: deadline)
        return (result, isAnnounced ? answers[writing.count].rows.first?.integer(0) : nil)
    }

    /// Returns a change to a shared value for a transaction that also writes records.
    func partialChange<Value: Codable & Sendable>(
        of name: SharedValueName, _ body: @escaping @Sendable (inout Value?) throws -> Void
    ) -> SharedChange {
        let locking = locking(name)
        return SharedChange { connection, deadline in
            // A change by another node since the transaction began is a conflict when this one writes.
            let found = try connection.run(locking, before: deadline)[1]
            var value = try Self.decode(Value.self, found)
            try body(&value)
            return try Self.writing(name, value, insteadOf: found)
        }
    }

    /// Returns the statements that lock a value until the end of the transaction, and read it.
    private func locking(_ name: SharedValueName) -> [Statement] {
        [
            // The lock applies to the whole database, so the schema is part of it.
            Statement(
                "SELECT pg_advisory_xact_lock(hashtextextended('vsasim value ' || $1::text || ' ' || $2::text, 0))",
                [.text(pool.database.schema), .text(name.text)]),
            Self.selection(name),
        ]
    }

    /// Returns the statements that write a value, if it differs from the one that was found, or only to keep it longer.
    private static func writing(
        _ name: SharedValueName, _ value: (some Encodable)?, insteadOf found: Answer
    ) throws -> [Statement] {
        let after = try value.map { [UInt8](try encoder().encode($0)) }
        return after != found.rows.first?.bytes(0) || name.lifetime != nil ? [writing(name, after)] : []
    }

    /// Performs work that only one node performs at a time. The server releases the lock if this process ends.
    ///
    /// - Throws: ``StoreFailure``, or the error that the body throws.
    func alone<Value>(_ body: () async throws -> Value) async throws -> Value {
        // A separate connection: a lock does not exclude others on the same connection.
        let database = pool.database
        let thread = try await pool.translating { try await self.pool.extraThread() }
        @Sendable func lock(_ function: String) async throws {
            let deadline = ContinuousClock.now + Self.turnPatience
            let sql = "SELECT \(function)(hashtextextended('vsasim turn ' || $1::text, 0))"
            try await pool.translating {
                try await thread.use(before: deadline) { connection in
                    _ = try connection.run([Statement(sql, [.text(database.schema)])], before: deadline)
                }
            }
        }
        try await lock("pg_advisory_lock")
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        // Without an answer, the lock ends with the connection.
        try? await lock("pg_advisory_unlock")
        return try result.get()
    }

    /// The time for which such work waits for that of other nodes.
    private static let turnPatience = Duration.seconds(15)

    /// Removes all values of a kind.
    ///
    /// - Throws: ``StoreFailure``
    func removeValues(_ kind: String) async throws {
        _ = try await pool.answers(to: [
            Statement("DELETE FROM shared_value WHERE name = $1 OR starts_with(name, $1 || ':')", [.text(kind)])
        ])
    }

    /// Returns the statements that make every node adopt the changes: the first returns the new revision.
    static func announcement(_ schema: String) -> [Statement] {
        [revisionIncrease, Statement("SELECT pg_notify($1, (SELECT number FROM revision)::text)", [.text(schema)])]
    }

    /// The statements that remove the values whose time has passed, and the oldest counts of calls by address beyond as many as
    /// are kept in memory: invented addresses must not fill the disk until their time has passed.
    static var removalOfEndedValues: [Statement] {
        [
            Statement("DELETE FROM shared_value WHERE ends < \(now)"),
            Statement(
                """
                DELETE FROM shared_value WHERE starts_with(name, $1::text) AND ends <= (
                    SELECT ends FROM shared_value WHERE starts_with(name, $1::text) AND ends IS NOT NULL
                    ORDER BY ends DESC OFFSET $2 LIMIT 1)
                """, [.text(SharedValueName.deviceKind + ":"), .integer(Int64(SharedValues<Bool>.limit))]),
        ]
    }

    private static func selection(_ name: SharedValueName) -> Statement {
        Statement(
            "SELECT document FROM shared_value WHERE name = $1 AND (ends IS NULL OR ends > \(now))", [.text(name.text)])
    }

    private static func writing(_ name: SharedValueName, _ document: [UInt8]?) -> Statement {
        guard let document else { return Statement("DELETE FROM shared_value WHERE name = $1", [.text(name.text)]) }
        return Statement(
            """
            INSERT INTO shared_value (name, document, ends) VALUES ($1, $2, \(now) + $3::bigint)
            ON CONFLICT (name) DO UPDATE SET document = excluded.document, ends = excluded.ends
            """, [.text(name.text), .bytes(document), .integer(name.lifetime)])
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ answer: Answer) throws -> Value? {
        try answer.rows.first.map { row in
            do { return try JSONDecoder().decode(type, from: row.document(0)) } catch {
                throw UnreadableRecord(table: "shared_value", reason: error)
            }
        }
    }

    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}
