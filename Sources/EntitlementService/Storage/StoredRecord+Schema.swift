import EntitlementCore

/// An engine's dialect of SQL.
enum SQLDialect {
    case sqlite
    case postgreSQL

    /// The types of columns; `number` is that of a number for the order of insertion.
    fileprivate var types: (number: String, text: String, integer: String, bytes: String) {
        switch self {
        case .sqlite: ("INTEGER PRIMARY KEY", "TEXT", "INTEGER", "BLOB")
        case .postgreSQL: ("bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "text COLLATE \"C\"", "bigint", "bytea")
        }
    }
}

extension StoredRecord {
    /// Returns the statements that create the table.
    ///
    /// Every table has a number for the order of insertion, the columns of the key, the expiration date, the columns by which
    /// lists filter, and the record as JSON.
    static func creation(_ dialect: SQLDialect) -> [String] {
        let (name, key, types) = (quoted(table), keyColumns.map(quoted), dialect.types)
        var columns = ["number \(types.number)"]
        columns += key.map { "\($0) \(types.text) NOT NULL" }
        columns.append("ends \(types.integer)")
        columns += listColumns.map { "\(quoted($0)) \(types.text)" }
        columns += ["document \(types.bytes) NOT NULL", "UNIQUE (\(key.joined(separator: ", ")))"]
        return [
            "CREATE TABLE \(name) (\(columns.joined(separator: ", ")))",
            "CREATE INDEX \(quoted("\(table)_ends")) ON \(name) (ends) WHERE ends IS NOT NULL",
        ]
            + (listColumns + listedKeyColumns).map { column in
                "CREATE INDEX \(quoted("\(table)_\(column)")) ON \(name) (\(quoted(column)))"
            }
    }
}

extension StoredRecords {
    /// A version of the schema, and the types of records whose tables it added.
    typealias SchemaVersion = (version: Int, types: [any StoredRecord.Type])

    /// The versions of the schema. A released one is never changed: a new type of records needs another version.
    static let schema: [SchemaVersion] = [(10, all)]
}

/// Returns the name of a table or column in quotation marks: some are SQL keywords.
func quoted(_ name: String) -> String {
    let hasQuotes = name.utf8.contains(UInt8(ascii: "\""))
    return "\"\(hasQuotes ? name.replacing("\"", with: "\"\"") : name)\""
}
