import EntitlementCore
import Foundation
import GRDB

extension SQLiteTokenStore {
    /// The versions of the schema. A released step is never changed.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: "CREATE TABLE revision (number INTEGER NOT NULL); INSERT INTO revision VALUES (1)")
        }
        // The files of the first release contain the steps of the versions before it, but their tables are those of version 10.
        for number in 2..<10 { migrator.registerMigration(String(number)) { _ in } }
        for (version, types) in StoredRecords.schema {
            migrator.registerMigration(String(version)) { database in
                for sql in types.flatMap({ $0.creation(.sqlite) }) { try database.execute(sql: sql) }
            }
        }
        return migrator
    }

    /// Ensures that a database has the current version, without changing anything.
    ///
    /// - Throws: ``StoreFailure`` with the command that creates or migrates it.
    public static func check(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreFailure(.absent, "The database \(path) does not exist. `entitlementd database migrate` creates it.")
        }
        var configuration = Configuration()
        configuration.readonly = true
        try StoreConnection(path: path, configuration: configuration).atOnce { database in
            try requireUsableVersion(database, path)
            guard try migrator.hasCompletedMigrations(database) else {
                throw StoreFailure(
                    .older,
                    "The database \(path) was written by an earlier version of entitlementd. `entitlementd database migrate` "
                        + "changes it, and then only this version works with it.")
            }
        }
    }

    /// Rejects a database that this version can neither use nor migrate.
    static func requireUsableVersion(_ database: Database, _ path: String) throws {
        let steps = try migrator.appliedIdentifiers(database)
        guard try !migrator.hasBeenSuperseded(database) else { throw StoreFailure.newer(path) }
        guard let first = StoredRecords.schema.first, !steps.isEmpty, !steps.contains(String(first.version)) else { return }
        // With only the table of the first step, it is a new one whose creation was interrupted.
        let isNew =
            try database.tableExists("revision") && !first.types.contains { try database.tableExists($0.table) }
        if !isNew { throw StoreFailure.unreleased(path) }
    }
}
