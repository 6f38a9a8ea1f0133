import EntitlementCore
import GRDB

/// The SQLite statements for the records of a table.
struct RecordStatements: Sendable {
    /// Adds or replaces a record.
    let addition: String
    private let selections: [String]
    private let removals: [String]

    // Created once: composing them would take as long as running them.
    private static let all: [String: RecordStatements] = Dictionary(
        uniqueKeysWithValues: StoredRecords.all.map { ($0.table, RecordStatements($0)) })

    /// Returns the statements for a type of records.
    static func of(_ type: any StoredRecord.Type) -> RecordStatements { all[type.table] ?? RecordStatements(type) }

    private init(_ type: any StoredRecord.Type) {
        let (key, rest) = (type.keyColumns, ["ends"] + type.listColumns + ["document"])
        let columns = key + rest
        addition = """
            INSERT INTO \(type.table) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(key.joined(separator: ", ")))
            DO UPDATE SET \(rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
        let conditions = key.indices.map { key[...$0].map { "\($0) = ?" }.joined(separator: " AND ") }
        selections = conditions.map { "SELECT document FROM \(type.table) WHERE \($0) ORDER BY \(key.joined(separator: ", "))" }
        removals = conditions.map { "DELETE FROM \(type.table) WHERE \($0)" }
    }

    /// Returns the statement that selects the documents whose key begins with a number of values, at least one.
    func selection(_ count: Int) -> String { selections[count - 1] }

    /// Returns the statement that removes the records whose key begins with a number of values, at least one.
    func removal(_ count: Int) -> String { removals[count - 1] }

    /// Returns the arguments for the values of a key.
    static func arguments(_ key: [String]) -> StatementArguments { StatementArguments(values(key)) }

    /// Returns the values of columns of a key, or of those by which lists filter.
    ///
    /// They have the type from which GRDB creates arguments fastest: it reads each `DatabaseValue` through a key path.
    static func values(_ texts: [String?]) -> [(any DatabaseValueConvertible)?] {
        texts.map { $0.map { RecordColumn.text($0, limit: .max) } }
    }
}
