import EntitlementCore
import Foundation
import GRDB
import TVWorld

/// The embedded store: one SQLite file in WAL mode, every commit synchronous.
public struct SQLiteTokenStore: TokenStore {
    /// Why the database cannot be used.
    public struct Damage: Error, CustomStringConvertible {
        /// What is wrong, with the file's path.
        public let description: String
    }

    private let queue: DatabaseQueue
    private let path: String

    /// Opens or makes the database.
    ///
    /// - Throws: ``Damage`` when the file is no database, is damaged, or was written by a later version.
    public init(path: String) throws {
        self.path = path
        var configuration = Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
            // Opening in WAL mode sets `synchronous` to NORMAL, whatever was prepared before; FULL survives a power loss.
            try queue.inDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let verdict = try queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
            guard verdict == "ok" else { throw Damage(description: "The database \(path) is damaged: \(verdict ?? "no answer")") }
            let migrator = Self.migrator
            guard try queue.read({ try !migrator.hasBeenSuperseded($0) }) else {
                throw Damage(description: "The database \(path) was written by a later version of entitlementd.")
            }
            try migrator.migrate(queue)
        } catch let error as DatabaseError {
            throw Damage(description: "The database \(path) cannot be used: \(error.message ?? "\(error.resultCode)")")
        }
    }

    public func load(baseline: World) throws -> EntitlementState {
        var state = EntitlementState(baseline: baseline)
        do {
            try queue.read { database in
                for change in try Self.changes(in: database) { state.apply(change) }
            }
        } catch let error as DecodingError {
            throw Damage(description: "The database \(path) holds a record that cannot be read: \(error)")
        } catch let error as DatabaseError {
            throw Damage(description: "The database \(path) cannot be read: \(error.message ?? "\(error.resultCode)")")
        }
        return state
    }

    public func commit(_ changes: [Change]) throws {
        try queue.write { database in
            for change in changes { try Self.write(change, to: database) }
        }
    }

    /// The journal mode and the synchronous setting in force: `wal` and `2` (FULL).
    public func durability() throws -> [String] {
        try queue.inDatabase { database in
            try ["journal_mode", "synchronous"].map { try String.fetchOne(database, sql: "PRAGMA \($0)") ?? "" }
        }
    }

    private static func changes(in database: Database) throws -> [Change] {
        let decoder = JSONDecoder()
        func records<Record: Decodable>(_ table: String) throws -> [Record] {
            try Data.fetchAll(database, sql: "SELECT document FROM \(table)").map { try decoder.decode(Record.self, from: $0) }
        }
        var changes: [Change] = []
        changes += try records("statement").map { .saveStatement($0) }
        changes += try records("client").map { .saveClient($0) }
        changes += try records("request").map { .savePendingRequest($0) }
        changes += try records("authentication").map { .saveAuthentication($0) }
        changes += try records("authorization").map { .saveAuthorization($0) }
        changes += try records("integration").map { .saveIntegration($0) }
        changes += try Row.fetchAll(database, sql: "SELECT id, xml FROM provider").map {
            .saveProviderMetadata(provider: $0["id"], xml: $0["xml"])
        }
        return changes
    }
}
