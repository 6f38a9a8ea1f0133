import Encodings
import EntitlementCore
import Foundation

/// A statement on the table of a type of records, in the SQL of both engines.
struct RecordStatement: Sendable {
    /// The value of a parameter.
    enum Value: Sendable {
        /// A text in the form of ``RecordColumn/text(_:limit:)``.
        case text(String?)
        case integer(Int64?)
        case document(Data)
    }

    var sql: String
    /// The values of `$1`, `$2`, …
    var values: [Value] = []

    /// The size of the document that it writes, in bytes.
    var size: Int {
        if case .document(let document)? = values.last { document.count } else { 0 }
    }

    /// Selects the documents whose key begins with some values, at least one, in the order of their keys.
    static func selection(_ type: any StoredRecord.Type, key: [String]) -> RecordStatement {
        RecordStatement(sql: RecordTexts.of(type).selections[key.count - 1], values: key.map { .text($0) })
    }
}

extension RecordOperation {
    var statement: RecordStatement {
        get throws {
            switch self {
            case .put(let record): return try Self.addition(record)
            case .remove(let type, let key):
                return RecordStatement(sql: RecordTexts.of(type).removals[key.count - 1], values: key.map { .text($0) })
            case .removeAll(let type): return RecordStatement(sql: "DELETE FROM \(quoted(type.table))")
            }
        }
    }

    private static func addition<Record: StoredRecord>(_ record: Record) throws -> RecordStatement {
        let document = try JSONEncoder().encode(record)
        // The store answers with the written record as if it had been read, so both must be equal.
        assert((try? DatabaseRecords.decode(Record.self, document)) == record, "\(Record.table) is not what it is decoded to")
        var values = record.recordKey.values.map { RecordStatement.Value.text($0) }
        values.append(.integer(record.endsAt))
        values += record.listValues.map { .text($0) }
        values.append(.document(document))
        return RecordStatement(sql: RecordTexts.of(Record.self).addition, values: values)
    }
}

/// The texts of the statements for single records of a table.
private struct RecordTexts {
    /// The statement that adds or replaces a record. Its parameters are the values of the key, the expiration date, the values by
    /// which lists filter, and the document.
    let addition: String
    /// The selections and the removals by the first columns of the key: one, two, …
    let selections: [String]
    let removals: [String]

    // Created once: composing them would take as long as running them.
    private static let all: [String: RecordTexts] = Dictionary(
        uniqueKeysWithValues: StoredRecords.all.map { ($0.table, RecordTexts($0)) })

    static func of(_ type: any StoredRecord.Type) -> RecordTexts { all[type.table] ?? RecordTexts(type) }

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
}

/// The stored form of keys and of the values by which lists filter.
enum RecordColumn {
    private static let digested = "sha256:"

    /// Returns the text of a column: the text itself, so that operators can read it; or a digest if it contains U+0000, which
    /// PostgreSQL does not store and which ends a text for GRDB, or is too long.
    ///
    /// - Parameter limit: The maximum size of a text that is stored unchanged, in bytes. A PostgreSQL index has room for 2,704.
    static func text(_ text: String, limit: Int = 200) -> String {
        // The bytes are searched in contiguous memory, because this is part of every lookup.
        let hasNull = text.utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? text.utf8.contains(0)
        let isPlain = text.utf8.count <= limit && !hasNull && !text.hasPrefix(digested)
        return isPlain ? text : digested + hexadecimal(sha256(text))
    }

    /// Returns the condition that columns have the values of the first parameters, or of those after a number of others.
    static func condition(_ columns: some Sequence<String>, after others: Int = 0) -> String {
        columns.enumerated().map { "\(quoted($0.element)) = $\(others + $0.offset + 1)" }.joined(separator: " AND ")
    }
}

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
