import EntitlementCore
import Foundation
import PostgreSQL
import Synchronization
import TVWorld

/// The store on a PostgreSQL server, which several nodes may share.
///
/// A decision is a function of the configuration and of records. The store guesses which records it looks up, fetches all of them
/// in one round trip from one snapshot, and runs it; if the decision then looks up others, this is repeated with them. A decision
/// that writes is based on the latest results; the writing transaction checks that they are still valid, and otherwise the
/// decision is made again. The configuration is cached by its revision, which every transaction reads or checks.
public final class PostgreSQLTokenStore: TokenStore {
    /// The records and the configuration at one moment.
    struct Snapshot: Sendable {
        var known: KnownConfiguration
        var documents: [RecordLookup: [Data]]

        /// Reads the answers to the statements of lookups.
        ///
        /// - Parameters:
        ///   - lookups: If they are followed by those of the configuration, it is read, too.
        ///   - start: The configuration with the world on which the one that is read is based.
        /// - Throws: ``UnreadableRecord``
        init(_ answers: [Answer], to lookups: [RecordLookup], start: KnownConfiguration) throws {
            known = start
            var found = lookups.map { _ in [Data]() }
            for (index, answer) in answers.enumerated() {
                for row in answer.rows {
                    let place = index + Int(row.integer(0) ?? 0)
                    if place == 1 { known.revision = row.integer(1) ?? 0 } else { found[place - 2].append(row.document(2)) }
                }
            }
            documents = Dictionary(uniqueKeysWithValues: zip(lookups, found))
            guard lookups.last?.columns.isEmpty == true else { return }
            let empty = EntitlementConfiguration(baseline: start.configuration.startWorld)
            known.configuration = try EntitlementConfiguration(empty) { type in
                documents.removeValue(forKey: RecordLookup(type, key: [])) ?? []
            }
        }
    }

    let pool: ConnectionPool
    /// The time for which a sign-in and its REST v1 authorizations are kept after they expire, in milliseconds.
    let sessionRetention: Int64
    // Active devices are recognized by their documents. SQLite has its records in the same process and needs less memory.
    private let decoded = RecordCache(limit: 8_000_000)
    private let recalled = RecalledDocuments()
    private let known = Mutex(KnownConfiguration())
    private let nextEntry = Atomic<Int64>(1)
    private let conflictCount = Atomic<Int>(0)
    /// This process among those that share the schema.
    public let node: ServiceNode

    /// The maximum number of attempts at a decision whose records others keep changing.
    static let attemptLimit = 20
    /// The longest chain of lookups that depend on each other; no decision has as many.
    private static let chainLimit = 64
    /// The time limit for operations that read or write everything.
    public static let longPatience = DatabaseTarget.longestPatience

    /// The number of the journal's next entry when the store was opened.
    var journalStart: Int64 { nextEntry.load(ordering: .relaxed) }
    /// The number of round trips to the server.
    public var roundTrips: Int { pool.roundTrips.load(ordering: .relaxed) }
    /// The number of times that a decision was repeated because another transaction had changed its basis.
    public var conflicts: Int { conflictCount.load(ordering: .relaxed) }

    /// Opens the schema.
    ///
    /// - Parameters:
    ///   - target: A connection string or URL, as libpq reads it.
    ///   - schema: The schema that contains the tables.
    ///   - connections: The maximum number of concurrent transactions.
    ///   - patience: The time limit for a call's round trip to the server.
    ///   - nodeName: The name of this process among those that share the schema.
    ///   - time: Follows the server's time.
    ///   - isMigrated: Whether the schema is created or migrated to the current version; otherwise it must have that version.
    /// - Throws: ``StoreFailure``
    public init(
        target: String, schema: String, connections: Int = 4, patience: Duration = .milliseconds(1_500),
        sessionRetention: Int64 = AuthenticationRecord.retention, nodeName: String = "", time: ServerTime = ServerTime(),
        isMigrated: Bool = true
    ) throws {
        let target = DatabaseTarget(target: target, schema: schema)
        self.sessionRetention = sessionRetention
        pool = ConnectionPool(target, connections: connections, patience: patience)
        node = ServiceNode(nodeName, target, pool, time: time)
        do { try Self.prepare(target, versions: StoredRecords.schema, isMigrated: isMigrated) } catch {
            throw target.translated(error)
        }
    }

    public func open(baseline: World) throws {
        do {
            let start = KnownConfiguration(configuration: EntitlementConfiguration(baseline: baseline))
            let deadline = ContinuousClock.now + Self.longPatience
            let statements = RecordLookup.statements(of: RecordLookup.configuration)
            let position = Statement(
                "SELECT next, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM journal_position")
            let connection = try pool.database.open(before: deadline)
            let began = SystemClock.machineMicroseconds()
            let answers = try connection.run(statements + [position], before: deadline)
            let last = answers.last?.rows.first
            // Before the node joins the others, the keys are read, and removed if they have ended by this time.
            node.time.correct(by: ServerTime.difference(last?.integer(1), askedAt: began))
            let found = try Snapshot(answers.dropLast(), to: RecordLookup.configuration, start: start)
            known.withLock { $0 = found.known }
            nextEntry.store(last?.integer(0) ?? 1, ordering: .relaxed)
        } catch { throw pool.database.translated(error) }
    }

    public var configuration: EntitlementConfiguration { known.withLock { $0.configuration } }

    public func releaseMemory(isIdle: Bool) async {
        if isIdle { decoded.removeRecords() }
    }

    public func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value {
        try await pool.translating {
            var records = GuessedRecords([:], self.decoded, self.recalled)
            // The first run only determines which records to fetch.
            _ = try records.result(self.configuration, transient, body)
            var lookups = Set<RecordLookup>()
            for _ in 1...Self.chainLimit {
                lookups.formUnion(records.missing)
                if transient.isStored { lookups.formUnion(records.missing.compactMap(\.denials)) }
                let snapshot = try await self.snapshot(lookups)
                records = GuessedRecords(snapshot.documents, self.decoded, self.recalled)
                if let result = try records.result(snapshot.known.configuration, transient, body) { return try result.get() }
            }
            throw Self.endlessDecision
        }
    }

    public func write<Value: Sendable>(
        _ transient: TransientState, with shared: SharedChange?,
        _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value {
        try await pool.translating {
            var snapshot = try Snapshot([], to: [], start: self.known.withLock { $0 })
            var isFetched = false
            var attempts = 1
            for _ in 1...Self.chainLimit {
                let records = GuessedRecords(snapshot.documents, self.decoded, self.recalled, isRecalling: !isFetched)
                let decided = try records.result(snapshot.known.configuration, transient) { state in
                    let (value, changes) = try body(state)
                    return Decided(
                        value: value, changes: changes,
                        denials: transient.isStored ? DenialRecord.operations(of: changes, in: records) : [])
                }
                if let decided {
                    do {
                        return try await self.commit(decided, records.used, snapshot.known, shared)
                    } catch let error as DatabaseError where error.isConflict {
                        self.conflictCount.add(1, ordering: .relaxed)
                        guard attempts < Self.attemptLimit else { throw error }
                        if isFetched { try await Pause.betweenAttempts(attempts) }
                        attempts += 1
                    }
                }
                snapshot = try await self.snapshot(Set(records.used.keys).union(records.missing))
                isFetched = true
            }
            throw Self.endlessDecision
        }
    }

    private static let endlessDecision = StoreFailure(
        .misuse, "A decision looks up too many records, one after the other.")

    // MARK: - Parts

    /// Writes the changes of a decision if its basis has not changed. An error of the decision has none, but also depends on its
    /// basis.
    private func commit<Value: Sendable>(
        _ result: Result<Decided<Value>, any Error>, _ used: [RecordLookup: [Data]], _ known: KnownConfiguration,
        _ shared: SharedChange?
    ) async throws -> Value {
        let decided = try? result.get()
        let changes = decided?.changes ?? []
        let operations = changes.flatMap(\.operations) + (decided?.denials ?? [])
        let changesConfiguration = operations.contains { $0.type.isConfiguration }
        let decision =
            [
                Statement("BEGIN ISOLATION LEVEL SERIALIZABLE"),
                Statement("SELECT require((SELECT number FROM revision) = $1)", [.integer(known.revision)]),
            ] + used.map { $0.key.check($0.value) } + (try operations.map { Statement(try $0.statement) })
        let announcement = changesConfiguration ? Self.announcement(pool.database.schema) : []
        let answers: [Answer]
        if let shared {
            answers = try await pool.use { connection, deadline in
                self.pool.roundTrips.add(3, ordering: .relaxed)
                let decided = try connection.run(decision, before: deadline)
                let writing = try shared.statements(connection, deadline)
                return decided + (try connection.run(announcement + writing + [Statement("COMMIT")], before: deadline))
            }
        } else {
            answers = try await pool.run(decision + announcement + [Statement("COMMIT")])
        }
        if changesConfiguration {
            var known = known
            for change in changes { known.configuration.apply(change) }
            known.revision = answers[decision.count].rows.first?.integer(0) ?? 0
            keep(known)
            try await node.announce(known.revision)
        }
        return try result.get().value
    }

    /// The result of a decision, and its changes to the denials of devices.
    private struct Decided<Value> {
        var value: Value
        var changes: [Change]
        var denials: [RecordOperation]
    }

    /// The statement that increases the revision, so that every node reloads its configuration. If a backup or a standby without
    /// the last changes takes over, no number is used again for another configuration.
    static let revisionIncrease = Statement(
        """
        UPDATE revision SET number = greatest(number + 1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)
        RETURNING number
        """)

    /// Fetches the results of lookups, and the configuration if it has changed, from one snapshot.
    private func snapshot(_ lookups: Set<RecordLookup>) async throws -> Snapshot {
        let known = known.withLock { $0 }
        // Each text is prepared, so there should be few.
        let lookups = lookups.sorted { ($0.table, $0.columns.count) < ($1.table, $1.columns.count) }
        var found = try await fetched(lookups, known)
        if found.known.revision != known.revision {
            found = try await fetched(lookups + RecordLookup.configuration, known)
            keep(found.known)
        }
        recalled.keep(found.documents)
        return found
    }

    private func fetched(_ lookups: [RecordLookup], _ known: KnownConfiguration) async throws -> Snapshot {
        let statements = RecordLookup.statements(of: lookups)
        let answers: [Answer]
        do { answers = try await pool.run(statements) } catch let error as DatabaseError where error.kind == .lost {
            // Reading again is harmless; this hides a restart of the server.
            answers = try await pool.run(statements)
        }
        return try Snapshot(answers, to: lookups, start: known)
    }

    /// Reloads the configuration after everything has changed.
    func reload() async throws { _ = try await snapshot([]) }

    /// The revision that this node knows.
    var revision: Int64 { known.withLock { $0.revision } }

    /// Makes the next read adopt the configuration of a database that has lost changes.
    func forgetRevision() { known.withLock { $0.revision = -1 } }

    private func keep(_ found: KnownConfiguration) { known.withLock { $0.adopt(found) } }
}
