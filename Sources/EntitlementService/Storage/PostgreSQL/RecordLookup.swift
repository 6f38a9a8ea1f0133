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

    /// The maximum number of lookups in one statement.
    private static let joinLimit = 8

    /// The lookups of all records that are part of the configuration.
    static let configuration = StoredRecords.all.filter { $0.isConfiguration }.map { RecordLookup($0, key: []) }

    /// Returns the statements that fetch the revision and the results of lookups from one snapshot.
    ///
    /// Their rows are a place, a number and a document, in the order of insertion. The place plus the index of the answer is 1 for
    /// the revision, which is the number, and 2, 3, … for the lookups.
    static func statements(of lookups: [RecordLookup]) -> [Statement] {
        guard lookups.count <= joinLimit else {
            return [snapshotStart, Statement(revision(at: 0))]
                + lookups.map { Statement($0.selection(at: 0) + " ORDER BY 2", $0.values) } + [Statement("COMMIT")]
        }
        // One statement takes a fraction of the time of a transaction of several.
        var selections = [revision(at: 1)]
        var values: [Parameter] = []
        for (index, lookup) in lookups.enumerated() {
            selections.append(lookup.selection(at: index + 2, after: values.count))
            values += lookup.values
        }
        return [Statement(selections.joined(separator: " UNION ALL ") + " ORDER BY 1, 2", values)]
    }

    static let snapshotStart = Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    private static func revision(at place: Int) -> String { "SELECT \(place)::bigint, number, NULL::bytea FROM revision" }

    private func selection(at place: Int, after others: Int = 0) -> String {
        let clause = columns.isEmpty ? "" : " WHERE \(RecordColumn.condition(columns, after: others))"
        return "SELECT \(place)::bigint, number, document FROM \(quoted(table))\(clause)"
    }

    /// Returns a statement that fails with a conflict unless the lookup finds these documents.
    func check(_ documents: [Data]) -> Statement {
        let found = """
            SELECT sha256(string_agg(sha256(document), ''::bytea ORDER BY number)) FROM \(quoted(table))
            WHERE \(RecordColumn.condition(columns))
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
    static func value(_ text: String?) -> Parameter { .text(text.map { self.text($0) }) }
}

extension Statement {
    init(_ statement: RecordStatement) {
        self.init(
            statement.sql,
            statement.values.map { value in
                switch value {
                case .text(let text): RecordColumn.value(text)
                case .integer(let number): .integer(number)
                case .document(let document): .bytes(document)
                }
            })
    }
}

extension Row {
    /// Returns the document in a column.
    func document(_ index: Int) -> Data { Data(bytes(index) ?? []) }
}
