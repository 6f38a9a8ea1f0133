import EntitlementCore
import GRDB
import Synchronization
import TVWorld

/// The embedded store: one SQLite file in WAL mode, every commit synchronous.
///
/// Records are read when a decision asks for them; the configuration is kept, and read again when its revision in the file is
/// another, because another instance of the service has changed it.
public final class SQLiteTokenStore: TokenStore {
    /// Why the database cannot be used.
    public struct Damage: Error, CustomStringConvertible {
        /// What is wrong, with the file's path.
        public let description: String
    }

    private struct Known: Sendable {
        var configuration: EntitlementConfiguration
        /// The revision of the file that it is; 0 when none was read.
        var revision: Int64
    }

    private let path: String
    private let writer: StoreConnection
    private let readers: [StoreConnection]
    /// The connection of lists and counts, which may take long.
    let lists: StoreConnection
    private let turn = Atomic<Int>(0)
    private let known = Mutex(Known(configuration: EntitlementConfiguration(baseline: World()), revision: 0))

    /// Opens or makes the database.
    ///
    /// - Throws: ``Damage`` when the file is no database, is damaged, or was written by a later version.
    public convenience init(path: String) throws { try self.init(at: path) }

    /// A database in memory, which forgets: for tests.
    public static func inMemory() throws -> SQLiteTokenStore { try SQLiteTokenStore(at: "") }

    private init(at path: String) throws {
        self.path = path
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            var readingConfiguration = configuration
            if !path.isEmpty { configuration.journalMode = .wal }
            let writer = try StoreConnection(path: path, label: "writer", configuration: configuration)
            try Self.prepare(writer, path)
            self.writer = writer
            readingConfiguration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
            func reader(_ label: String) throws -> StoreConnection {
                // Every connection to memory has a database of its own.
                path.isEmpty ? writer : try StoreConnection(path: path, label: label, configuration: readingConfiguration)
            }
            readers = try (1...Self.readerCount).map { try reader("reader-\($0)") }
            lists = try reader("lists")
        } catch let error as DatabaseError {
            throw Damage(description: "The database \(path) cannot be used: \(error.message ?? "\(error.resultCode)")")
        }
    }

    /// How many decisions may be taken at once.
    private static let readerCount = 2

    private static func prepare(_ writer: StoreConnection, _ path: String) throws {
        let migrator = migrator
        try writer.atStart { database in
            // Opening in WAL mode sets `synchronous` to NORMAL, whatever was prepared before; FULL survives a power loss.
            try database.execute(sql: "PRAGMA synchronous = FULL")
            let verdict = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
            guard verdict == "ok" else { throw Damage(description: "The database \(path) is damaged: \(verdict ?? "no answer")") }
            guard try !migrator.hasBeenSuperseded(database) else {
                throw Damage(description: "The database \(path) was written by a later version of entitlementd.")
            }
        }
        try writer.migrate(migrator)
    }

    public func open(baseline: World) throws {
        do {
            let found = try writer.atStart { try Self.load($0, EntitlementConfiguration(baseline: baseline)) }
            known.withLock { $0 = found }
        } catch let error as DatabaseError {
            throw Damage(description: "The database \(path) cannot be read: \(error.message ?? "\(error.resultCode)")")
        }
    }

    public var configuration: EntitlementConfiguration { known.withLock { $0.configuration } }

    public func read<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> Value
    ) async throws -> Value {
        let (turn, _) = turn.add(1, ordering: .relaxed)
        return try await readers[Int(UInt(bitPattern: turn) % UInt(readers.count))].transaction(.deferred) { database in
            let known = try self.current(database)
            return try DatabaseRecords.whole(database) { records in
                try body(EntitlementState(configuration: known.configuration, transient: transient, records: records))
            }
        }
    }

    public func write<Value: Sendable>(
        _ transient: TransientState, _ body: @Sendable (EntitlementState) throws -> (Value, [Change])
    ) async throws -> Value {
        let (value, known) = try await writer.transaction(.immediate) { database in
            var known = try self.current(database)
            let (value, changes) = try DatabaseRecords.whole(database) { records in
                try body(EntitlementState(configuration: known.configuration, transient: transient, records: records))
            }
            try Self.apply(changes.flatMap(\.operations), to: database)
            for change in changes { known.configuration.apply(change) }
            known.revision = try Self.revision(database)
            return (value, known)
        }
        keep(known)
        return value
    }

    /// The journal mode and the synchronous setting in force: `wal` and `2` (FULL).
    public func durability() throws -> [String] {
        try writer.atStart { database in
            try ["journal_mode", "synchronous"].map { try String.fetchOne(database, sql: "PRAGMA \($0)") ?? "" }
        }
    }

    /// The configuration of the state of the database that a transaction sees.
    private func current(_ database: Database) throws -> Known {
        let known = known.withLock { $0 }
        guard try Self.revision(database) != known.revision else { return known }
        let found = try Self.load(database, EntitlementConfiguration(baseline: known.configuration.baseline))
        keep(found)
        return found
    }

    private func keep(_ found: Known) {
        known.withLock { known in
            if found.revision > known.revision { known = found }
        }
    }

    private static func revision(_ database: Database) throws -> Int64 {
        try Int64.fetchOne(database.cachedStatement(sql: "SELECT number FROM revision")) ?? 0
    }

    private static func load(_ database: Database, _ empty: EntitlementConfiguration) throws -> Known {
        var configuration = empty
        func each<Record: StoredRecord>(_ type: Record.Type, _ change: (Record) -> Change) throws {
            let rows = try Row.fetchCursor(database, sql: "SELECT document FROM \(Record.table) ORDER BY number")
            while let row = try rows.next() { configuration.apply(change(try DatabaseRecords.decode(type, row["document"]))) }
        }
        try each(SoftwareStatement.self) { .saveStatement($0) }
        try each(Integration.self) { .saveIntegration($0) }
        try each(ProviderMetadata.self) { .saveProviderMetadata(provider: $0.id, xml: $0.xml) }
        return Known(configuration: configuration, revision: try revision(database))
    }
}
