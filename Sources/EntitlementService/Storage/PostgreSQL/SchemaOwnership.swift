import PostgreSQL
import Synchronization

/// The right to use a schema, which one service at a time has: faults, throttling, the journal, the dashboard's logins and the keys
/// are those of one service.
///
/// A lock in the database keeps a second service from starting. It belongs to a connection and can be lost; therefore every owner
/// has a number, which all its transactions check: from the moment that another service becomes the owner, they fail.
final class SchemaOwnership: Sendable {
    private let target: DatabaseTarget
    private let thread: DatabaseThread
    /// The number of this owner; nil if the schema is not owned.
    private let number = Mutex<Int64?>(nil)

    private static let patience = Duration.seconds(10)

    init(_ target: DatabaseTarget) {
        self.target = target
        thread = DatabaseThread(target, label: "database-owner")
    }

    /// The statements that fail as a conflict unless this service is the owner.
    var checks: [Statement] {
        guard let number = number.withLock({ $0 }) else { return [] }
        return [Statement("SELECT require((SELECT owner FROM revision) = $1)", [.integer(number)])]
    }

    /// Checks the owner that a transaction has read.
    ///
    /// - Throws: ``StoreFailure`` if it is another service.
    func verify(_ owner: Int64?) throws(StoreFailure) {
        guard let number = number.withLock({ $0 }), number != owner else { return }
        throw taken("has taken over")
    }

    /// Becomes the owner.
    ///
    /// - Parameter pool: The connections of the store, of which none may share a session of the server with another.
    /// - Throws: ``StoreFailure`` if another service is, or ``PostgreSQL/DatabaseError``.
    func claim(_ pool: ConnectionPool) async throws {
        let process = try await lock()
        try await refusePooler(pool, process)
        let answers = try await pool.run([Statement("UPDATE revision SET owner = owner + 1 RETURNING owner")])
        number.withLock { $0 = answers[0].rows.first?.integer(0) ?? 0 }
    }

    /// Takes the lock, unless this service has it.
    ///
    /// - Returns: The server's process, to which the lock belongs.
    /// - Throws: ``StoreFailure`` if another service has it, or ``PostgreSQL/DatabaseError``.
    @discardableResult
    func lock() async throws -> Int64 {
        let deadline = ContinuousClock.now + Self.patience
        let row = try await thread.use(before: deadline) { connection in
            try connection.run(
                [
                    Statement(
                        """
                        SELECT pg_backend_pid(), CASE
                            WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) THEN true
                            ELSE pg_try_advisory_lock(hashtextextended('vsasim owner ' || $1::text, 0)) END
                        """, [.text(self.target.schema)])
                ], before: deadline)[0].rows[0]
        }
        guard row.flag(1) == true, let process = row.integer(0) else { throw taken("uses") }
        return process
    }

    /// Refuses a pooler that gives each transaction another session of the server, in which locks and prepared statements are lost.
    private func refusePooler(_ pool: ConnectionPool, _ process: Int64) async throws {
        let answers = try await pool.run([
            Statement("BEGIN"), Statement("SELECT pg_backend_pid()"), Statement("COMMIT"),
        ])
        guard answers[1].rows.first?.integer(0) != process, try await lock() == process else {
            throw DatabaseTarget.pooled
        }
    }

    private func taken(_ verb: String) -> StoreFailure {
        StoreFailure(
            .owned,
            "Another entitlementd \(verb) the schema \(target.schema) of the database. One service at a time can use it: stop the "
                + "other one, or choose another schema with --database-schema.")
    }
}

extension PostgreSQLTokenStore {
    /// Makes this service the only one that uses the schema.
    ///
    /// - Throws: ``StoreFailure`` if another one does.
    public func claim() async throws { try await translating { try await self.ownership.claim(self.pool) } }

    /// Makes sure that the server still knows who uses the schema.
    ///
    /// - Throws: ``StoreFailure`` if another service has taken over, or the server cannot be reached.
    func renewClaim() async throws {
        try await translating { _ = try await self.ownership.lock() }
    }
}
