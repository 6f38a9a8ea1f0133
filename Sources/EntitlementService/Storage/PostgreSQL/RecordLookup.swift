import Crypto
import EntitlementCore
import Foundation
import PostgreSQL

/// A lookup of a decision: the records of a table whose key begins with these values.
struct RecordLookup: Hashable, Sendable {
    let table: String
    /// The first columns of its key.
    let columns: [String]
    /// The values of these columns.
    let values: [Parameter]
    /// Stored, because a decision hashes each of its lookups a dozen times.
    private let hash: Int

    init(_ type: any StoredRecord.Type, key: [String]) {
        self.init(type, key.map(RecordColumn.value))
    }

    private init(_ type: any StoredRecord.Type, _ values: [Parameter]) {
        table = type.table
        columns = Array(type.keyColumns.prefix(values.count))
        self.values = values
        var hasher = Hasher()
        hasher.combine(table)
        hasher.combine(values)
        hash = hasher.finalize()
    }

    // The columns follow from the table and the number of values.
    static func == (one: Self, other: Self) -> Bool {
        one.hash == other.hash && one.table == other.table && one.values == other.values
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// The lookup of the denials of the device whose authorizations this one looks up; nil for other lookups. A decision that
    /// finds no authorization requests them next.
    var denials: RecordLookup? {
        guard [AuthorizationRecord.table, ProfileAuthorization.table].contains(table),
            columns.starts(with: DenialRecord.keyColumns)
        else { return nil }
        return RecordLookup(DenialRecord.self, Array(values.prefix(DenialRecord.keyColumns.count)))
    }

    var condition: String { RecordColumn.condition(columns) }

    /// The statement that returns the documents, in the order of insertion.
    var documents: Statement {
        Statement("SELECT document FROM \(quoted(table)) WHERE \(condition) ORDER BY number", values)
    }

    /// Returns the statement that fetches the revision and the results of lookups from one snapshot. Its rows are the position of
    /// a lookup, from 1, the number and the document, in the order of insertion; position 0 has the revision as its number.
    static func statement(of lookups: [RecordLookup]) -> Statement {
        var sql = "SELECT 0::bigint, number, NULL::bytea FROM revision"
        var values: [Parameter] = []
        for (index, lookup) in lookups.enumerated() {
            let condition = RecordColumn.condition(lookup.columns, after: values.count)
            sql += " UNION ALL SELECT \(index + 1)::bigint, number, document FROM \(quoted(lookup.table)) WHERE \(condition)"
            values += lookup.values
        }
        return Statement(sql + " ORDER BY 1, 2", values)
    }

    /// Returns a statement that fails with a conflict unless the lookup finds these documents.
    func check(_ documents: [Data]) -> Statement {
        let found = """
            SELECT sha256(string_agg(sha256(document), ''::bytea ORDER BY number)) FROM \(quoted(table)) WHERE \(condition)
            """
        return Statement(
            "SELECT require((\(found)) IS NOT DISTINCT FROM $\(values.count + 1)::bytea)", values + [Self.digest(documents)])
    }

    /// Returns the digest of documents, as in ``check(_:)``; NULL if there are none.
    private static func digest(_ documents: [Data]) -> Parameter {
        if documents.isEmpty { return .null }
        var all = SHA256()
        for document in documents { all.update(data: Data(SHA256.hash(data: document))) }
        return .bytes(all.finalize())
    }
}

extension RecordColumn {
    /// Returns the value of a column as a parameter of a statement.
    static func value(_ text: String) -> Parameter { .text(self.text(text)) }
}

extension RecordOperation {
    var statement: Statement {
        get throws {
            switch self {
            case .put(let record): return try Self.put(record)
            case .remove(let type, let key):
                return Statement(RecordStatements.of(type).removal(key.count), key.map(RecordColumn.value))
            case .removeAll(let type): return Statement("DELETE FROM \(quoted(type.table))")
            }
        }
    }

    private static func put<Record: StoredRecord>(_ record: Record) throws -> Statement {
        var values = record.recordKey.values.map(RecordColumn.value)
        values.append(.integer(record.endsAt))
        values += record.listValues.map { $0.map(RecordColumn.value) ?? .null }
        values.append(.bytes(try JSONEncoder().encode(record)))
        return Statement(RecordStatements.of(Record.self).addition, values)
    }
}
