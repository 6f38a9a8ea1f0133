import DatabaseServer
import EntitlementCore
import EntitlementService
import Foundation
import PostgreSQL
import TVWorld
import Testing

/// The engines of the store, which pass the same tests.
enum StoreEngine: String, CaseIterable, CustomTestStringConvertible {
    case sqlite
    case postgreSQL

    var testDescription: String { rawValue }

    /// Where the stores of a test have their data.
    struct Place: Sendable {
        fileprivate let engine: StoreEngine
        let address: String
        let schema: String

        /// Opens another instance on the same data, with the built-in world.
        func open(sessionRetention: Int64 = AuthenticationRecord.retention) throws -> any TokenStore {
            let store: any TokenStore =
                switch engine {
                case .sqlite: try SQLiteTokenStore(path: address, patience: 60, sessionRetention: sessionRetention)
                case .postgreSQL: try connect(sessionRetention: sessionRetention)
                }
            try store.open(baseline: .builtIn)
            return store
        }

        fileprivate func connect(
            sessionRetention: Int64, isMigrated: Bool = true, nodeName: String = ""
        ) throws -> PostgreSQLTokenStore {
            try PostgreSQLTokenStore(
                target: address, schema: schema, connections: 2, patience: .seconds(60), sessionRetention: sessionRetention,
                nodeName: nodeName, isMigrated: isMigrated)
        }

        /// Executes SQL that a store would never use.
        func execute(_ sql: String...) throws {
            let deadline = ContinuousClock.now + .seconds(60)
            let connection = try Connection.open(to: address, applicationName: "tests", before: deadline)
            let path = Statement("SELECT set_config('search_path', quote_ident($1), false)", [.text(schema)])
            try connection.run([path] + sql.map { Statement($0) }, before: deadline)
        }
    }

    /// Runs a test with its own data, which is removed afterwards.
    func withPlace(_ body: (Place) async throws -> Void) async throws {
        let schema = "test \"\(UUID().uuidString)\""
        switch self {
        case .sqlite:
            try await withStateFolder { try await body(Place(engine: self, address: $0 + "/a.sqlite", schema: schema)) }
        case .postgreSQL:
            let place = Place(engine: self, address: try await PostgreSQLServer.shared.url, schema: schema)
            do { try await body(place) } catch {
                try? place.drop()
                throw error
            }
            try place.drop()
        }
    }
}

extension StoreEngine.Place {
    fileprivate func drop() throws {
        try execute("DROP SCHEMA IF EXISTS \"\(schema.replacing("\"", with: "\"\""))\" CASCADE")
    }

    /// Opens an instance on PostgreSQL, with the built-in world.
    func openPostgreSQL(isMigrated: Bool = true, nodeName: String = "") throws -> PostgreSQLTokenStore {
        let store = try connect(
            sessionRetention: AuthenticationRecord.retention, isMigrated: isMigrated, nodeName: nodeName)
        try store.open(baseline: .builtIn)
        return store
    }
}
