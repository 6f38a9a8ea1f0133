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
        let file = DatabaseFile.records(path)
        try StoreConnection.inspect(file, Configuration()) { database, tables in
            let steps = try migrator.appliedIdentifiers(database)
            try requireUsable(file, tables, steps)
            guard !steps.isEmpty else {
                throw StoreFailure(
                    .older, "The database \(path) has no tables yet. `entitlementd database migrate` creates them.")
            }
            guard try migrator.hasCompletedMigrations(database) else {
                throw StoreFailure(
                    .older,
                    "The database \(path) was written by an earlier version of entitlementd. `entitlementd database migrate` "
                        + "changes it, and then only this version works with it.")
            }
        }
    }

    /// Rejects a file of another program, and a database that this version can neither use nor migrate.
    ///
    /// - Parameter steps: The steps of the schema that the file says it contains.
    static func requireUsable(_ file: DatabaseFile, _ tables: Set<String>, _ steps: Set<String>) throws {
        let isEmpty = tables.isSubset(of: ["grdb_migrations"])
        // Other programs use GRDB, too, but seldom number their steps.
        guard isEmpty || !steps.isEmpty && steps.allSatisfy({ Int($0) != nil }) else { throw StoreFailure.foreign(file) }
        guard steps.isSubset(of: migrator.migrations) else { throw StoreFailure.newer(file) }
        guard let first = StoredRecords.schema.first, !steps.isEmpty else { return }
        let own = Set(first.types.map { $0.table })
        if steps.contains(String(first.version)) {
            guard own.union(["revision"]).isSubset(of: tables) else { throw StoreFailure.foreign(file) }
        } else if !tables.contains("revision") || !own.isDisjoint(with: tables) {
            // With only the table of the first step, it is a new one whose creation was interrupted.
            throw StoreFailure.unreleased(file)
        }
    }
}
