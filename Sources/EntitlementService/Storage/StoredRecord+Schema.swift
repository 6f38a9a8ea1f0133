import EntitlementCore

/// The types of columns in the SQL of an engine.
struct ColumnTypes {
    /// A number for the order of insertion.
    let number: String
    let text: String
    let integer: String
    let bytes: String

    static let sqlite = ColumnTypes(number: "INTEGER PRIMARY KEY", text: "TEXT", integer: "INTEGER", bytes: "BLOB")
    static let postgreSQL = ColumnTypes(
        number: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", text: "text COLLATE \"C\"", integer: "bigint", bytes: "bytea")
}

extension StoredRecord {
    /// Returns the statements that create the table.
    ///
    /// Every table has a number for the order of insertion, the columns of the key, the expiration date, the columns by which
    /// lists filter, and the record as JSON.
    static func creation(_ types: ColumnTypes) -> [String] {
        let (name, key) = (quoted(table), keyColumns.map(quoted))
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
