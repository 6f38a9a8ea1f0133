import EntitlementCore

/// The statements for the records of a table, in the SQL of both engines.
struct RecordStatements: Sendable {
    /// Adds or replaces a record. The parameters are the values of the key, the expiration date, the values by which lists filter,
    /// and the document.
    let addition: String
    private let selections: [String]
    private let removals: [String]

    // Created once: composing them would take as long as running them.
    private static let all: [String: RecordStatements] = Dictionary(
        uniqueKeysWithValues: StoredRecords.all.map { ($0.table, RecordStatements($0)) })

    static func of(_ type: any StoredRecord.Type) -> RecordStatements { all[type.table] ?? RecordStatements(type) }

    private init(_ type: any StoredRecord.Type) {
        let (table, key) = (quoted(type.table), type.keyColumns.map(quoted))
        let rest = (["ends"] + type.listColumns + ["document"]).map(quoted)
        let columns = key + rest
        addition = """
            INSERT INTO \(table) (\(columns.joined(separator: ", ")))
            VALUES (\((1...columns.count).map { "$\($0)" }.joined(separator: ", ")))
            ON CONFLICT (\(key.joined(separator: ", ")))
            DO UPDATE SET \(rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        let conditions = key.indices.map { RecordColumn.condition(type.keyColumns.prefix($0 + 1)) }
        selections = conditions.map { "SELECT document FROM \(table) WHERE \($0) ORDER BY \(key.joined(separator: ", "))" }
        removals = conditions.map { "DELETE FROM \(table) WHERE \($0)" }
    }

    /// Returns the statement that selects the documents whose key begins with a number of values, at least one, in the order of
    /// their keys.
    func selection(_ count: Int) -> String { selections[count - 1] }

    /// Returns the statement that removes the records whose key begins with a number of values, at least one.
    func removal(_ count: Int) -> String { removals[count - 1] }
}
