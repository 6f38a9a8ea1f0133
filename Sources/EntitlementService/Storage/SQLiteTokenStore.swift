import EntitlementCore
import Foundation
import GRDB
import Synchronization
import TVWorld

/// The embedded store: one SQLite file in WAL mode with synchronous commits.
///
/// Records are read on demand. The configuration is cached, and reloaded when its revision in the file changes, because another
/// instance of the service may have changed it. Records are not read again until someone else has committed.
public final class SQLiteTokenStore: TokenStore {
    let writer: StoreConnection
    /// The time for which a sign-in and its REST v1 authorizations are kept after they expire, in milliseconds.
    let sessionRetention: Int64
    private let readers: [StoreConnection]
    /// The connection for lists and counts, which may take long.
    let lists: StoreConnection
    private let turn = Atomic<Int>(0)
    let version: StoreVersion
    private let cache = RecordCache()
    private let known = Mutex(KnownConfiguration())

    /// Opens or creates the database.
    ///
    /// - Parameters:
    ///   - path: The file; empty for a database in memory.
    ///   - patience: The number of seconds that a write waits for another process's write before it fails.
    ///   - sessionRetention: The time for which a sign-in and its REST v1 authorizations are kept after they expire, in
    ///     milliseconds.
    ///   - isSynced: Whether each commit is synced to disk, so that it survives a power failure.
    /// - Throws: ``StoreFailure``
    public init(
        path: String, patience: Double = 5, sessionRetention: Int64 = AuthenticationRecord.retention, isSynced: Bool = true
    ) throws {
        self.sessionRetention = sessionRetention
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        let file = DatabaseFile.records(path)
        try Self.inspect(file, configuration)
        var readingConfiguration = configuration
        readingConfiguration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        if !path.isEmpty { configuration.journalMode = .wal }
        if !isSynced { configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") } }
        // A write requires pages of several tables and their indexes.
        let writer = try StoreConnection(file, configuration, cacheSize: 1_024)
        // Opening in WAL mode sets `synchronous` to NORMAL, regardless of earlier settings; FULL survives a power failure.
        try writer.atOnce { try $0.execute(sql: "PRAGMA synchronous = \(isSynced ? "FULL" : "OFF")") }
        try writer.migrate(Self.migrator)
        func reader() throws -> StoreConnection {
            // Every in-memory connection has its own database.
            path.isEmpty ? writer : try StoreConnection(file, readingConfiguration)
        }
        var immediate = readingConfiguration
        immediate.busyMode = .immediateError
        self.writer = writer
        readers = try (1...Self.readerCount).map { _ in try reader() }
        lists = try reader()
        version = StoreVersion(path.isEmpty ? nil : try StoreConnection(file, immediate))
    }

    /// The maximum number of concurrent decisions.
    private static let readerCount = 2

    /// The maximum size of a file that is checked completely at startup. A larger one would take seconds; damage to it is
    /// detected when it is read.
    private static let checkedSize = 64 << 20

    /// Rejects a file that is damaged, of another program, or of a version that cannot be used, before the change to WAL mode
    /// and the migration would write to it.
    private static func inspect(_ file: DatabaseFile, _ configuration: Configuration) throws {
        try StoreConnection.inspect(file, configuration) { database, tables in
            let size = try Int.fetchOne(database, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            if size ?? 0 <= checkedSize {
                let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
                // The problem follows the database's name on a separate line.
                guard verdict == "ok" else {
                    throw StoreFailure.damaged(file, verdict?.replacing("\n", with: " ") ?? "no answer")
                }
            }
            try requireUsable(file, tables, migrator.appliedIdentifiers(database))
        }
    }

    public func open(baseline: World) throws {
        let found = try writer.atOnce { try Self.load($0, EntitlementConfiguration(baseline: baseline)) }
        known.withLock { $0 = found }
        cache.removeAll()
    }

    public var configuration: EntitlementConfiguration { known.withLock { $0.configuration } }

    public func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value {
        if let result = remembered(transient, body) { return try result.get() }
        let (turn, _) = turn.add(1, ordering: .relaxed)
        return try await readers[Int(UInt(bitPattern: turn) % UInt(readers.count))].transaction(.deferred) { database in
            var version = self.version.current()
            let known = try self.current(database)
            // This was the first read, so this is the version's snapshot unless it has changed since.
            if self.version.current() != version { version = nil }
            if let version { self.cache.adopt(version, known) }
            return try DatabaseRecords(database, self.cache, version: version).result(known.configuration, transient, body).get()
        }
    }

    /// Returns the result of the body if it needs only what is in memory and current; nil if it must run again.
    private func remembered<Value>(
        _ transient: TransientState, _ body: (EntitlementState) throws -> Value
    ) -> Result<Value, any Error>? {
        guard let version = version.current(), let known = cache.known(at: version) else { return nil }
        return try? DatabaseRecords(nil, cache, version: version).result(known.configuration, transient, body)
    }

    public func write<Value: Sendable>(
        _ transient: TransientState, with shared: SharedChange?,
        _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value {
        try await writer.transaction(.immediate) { database in
            // No other connection can commit before this transaction ends.
            let (version, others) = (self.version.current(), try StoreVersion.commitsOfOthers(database))
            var known = try self.current(database, version: version)
            let (value, changes) = try DatabaseRecords(database, self.cache, version: version)
                .result(known.configuration, transient, body).get()
            let operations = changes.flatMap(\.operations)
            let sizes = try Self.apply(operations, to: database)
            for change in changes { known.configuration.apply(change) }
            if operations.contains(where: { $0.type.isConfiguration }) { known.revision = try Self.revision(database) }
            self.version.noteCommit()
            return Written(
                value: value, operations: operations, sizes: sizes, known: known, version: version, commitsOfOthers: others)
        } adopt: { written in
            self.keep(written.known)
            self.advance(over: written)
        }.value
    }

    /// The result of a writing transaction.
    private struct Written<Value: Sendable>: Sendable {
        var value: Value
        var operations: [RecordOperation]
        /// The sizes of the documents that the operations have written.
        var sizes: [Int]
        var known: KnownConfiguration
        /// The previous version of the database.
        var version: Int64?
        /// The number of commits by other connections.
        var commitsOfOthers: Int64
    }

    /// Adopts what was written, unless another connection has committed in the meantime.
    private func advance<Value>(over written: Written<Value>) {
        guard let before = written.version, let next = version.current(),
            let others = try? writer.atOnce({ try StoreVersion.commitsOfOthers($0) }), others == written.commitsOfOthers
        else { return }
        cache.advance(from: before, to: next, written.operations, sizes: written.sizes, written.known)
    }

    public func releaseMemory(isIdle: Bool) async {
        if isIdle { cache.removeRecords() }
        for connection in readers + [writer, lists] { try? await connection.releaseMemory() }
    }

    /// Returns the configuration of a version, which a transaction sees and no one else can change.
    ///
    /// - Parameter version: Nil if it is unknown.
    private func current(_ database: Database, version: Int64?) throws -> KnownConfiguration {
        if let version, let known = cache.known(at: version) { return known }
        let known = try current(database)
        if let version { cache.adopt(version, known) }
        return known
    }

    /// Returns the configuration in the snapshot that a transaction sees.
    private func current(_ database: Database) throws -> KnownConfiguration {
        let known = known.withLock { $0 }
        guard try Self.revision(database) != known.revision else { return known }
        let found = try reloaded(database)
        keep(found)
        return found
    }

    /// Reads the configuration from the database, ignoring the cache.
    func reloaded(_ database: Database) throws -> KnownConfiguration {
        let start = known.withLock { $0.configuration.startWorld }
        return try Self.load(database, EntitlementConfiguration(baseline: start))
    }

    func keep(_ found: KnownConfiguration) { known.withLock { $0.adopt(found) } }

    private static func revision(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT number FROM revision")) ?? 0
    }

    private static func load(_ database: Database, _ empty: EntitlementConfiguration) throws -> KnownConfiguration {
        let configuration = try EntitlementConfiguration(empty) { try documents($0, database) }
        return KnownConfiguration(configuration: configuration, revision: try revision(database))
    }
}
