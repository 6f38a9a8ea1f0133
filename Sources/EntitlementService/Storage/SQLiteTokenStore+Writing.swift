import EntitlementCore
import Foundation
import GRDB
import TVWorld

extension SQLiteTokenStore {
    /// Writes one change inside a transaction.
    static func write(_ change: Change, to database: Database) throws {
        switch change {
        case .saveStatement(let statement):
            try put(statement, ["id": statement.id], in: "statement", database)
        case .saveClient(let client):
            try put(client, ["id": client.id], in: "client", database)
        case .savePendingRequest(let request):
            try put(request, ["id": request.id, "ends": request.expiresAt], in: "request", database)
        case .removePendingRequests(let time):
            try database.execute(sql: "DELETE FROM request WHERE ends < ?", arguments: [time])
        case .saveAuthentication(let record):
            try put(record, columns(of: record.key), in: "authentication", database)
        case .removeAuthentication(let key):
            try remove(key, from: "authentication", database)
        case .saveAuthorization(let record):
            let columns = columns(of: record.key).merging(["resource": record.resource]) { $1 }
            try put(record, columns, in: "authorization", database)
        case .removeAuthorizations(let key):
            try remove(key, from: "authorization", database)
        case .removeSessions(let time):
            for table in ["authentication", "authorization"] {
                // The document is UTF-8 text in a blob, which SQLite's JSON functions take only when told that it is text.
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE json_extract(CAST(document AS TEXT), '$.expiresAt') < ?", arguments: [time])
            }
        case .saveIntegration(let integration):
            try put(
                integration, ["requestor": integration.requestor, "mvpd": integration.mvpd], in: "integration", database)
        case .saveProviderMetadata(let provider, let xml):
            try database.execute(sql: "INSERT OR REPLACE INTO provider (id, xml) VALUES (?, ?)", arguments: [provider, xml])
        case .returnToBaseline:
            for table in ["request", "authentication", "authorization", "integration"] {
                try database.execute(sql: "DELETE FROM \(table)")
            }
        case .noteDenial:
            break
        }
    }

    private static func columns(of key: DeviceKey) -> [String: any DatabaseValueConvertible] {
        ["requestor": key.requestor, "device": key.deviceID, "application": key.applicationID]
    }

    private static func put(
        _ record: some Encodable, _ columns: [String: any DatabaseValueConvertible], in table: String, _ database: Database
    ) throws {
        let document = try JSONEncoder().encode(record)
        let names = columns.keys.sorted()
        let sql = """
            INSERT OR REPLACE INTO \(table) (\(names.joined(separator: ", ")), document)
            VALUES (\(names.map { _ in "?" }.joined(separator: ", ")), ?)
            """
        let values = names.map { columns[$0] } + [document]
        try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    private static func remove(_ key: DeviceKey, from table: String, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM \(table) WHERE requestor = ? AND device = ? AND application = ?",
            arguments: [key.requestor, key.deviceID, key.applicationID])
    }
}
