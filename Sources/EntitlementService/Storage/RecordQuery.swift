import EntitlementCore

/// Whether the records of a list have expired.
public enum RecordLife: Sendable, Equatable {
    /// Any records.
    case any
    /// Only records that have not expired at a time in Unix milliseconds.
    case inForce(at: Int64)
    /// Only records that have expired at a time in Unix milliseconds.
    case ended(at: Int64)
}

/// The criteria that select the records of a list.
public struct RecordQuery<Record: StoredRecord>: Sendable {
    /// The required values of key columns or of ``EntitlementCore/StoredRecord/listColumns``.
    public var matching: [String: String] = [:]
    /// The required state of expiry.
    public var life = RecordLife.any
    /// The ``RecordPage/next`` value of the previous page; nil for the first page.
    public var cursor: Int64?
    /// The maximum number of records on a page.
    public var limit = 50
}

/// The selection of a list in SQL.
struct RecordFilter {
    /// `WHERE` and its conditions; empty without any.
    var clause = ""
    /// The values of its first parameters, …
    var texts: [String]
    /// … and of those after them.
    var numbers: [Int64] = []
    /// The parameter after these.
    var next: String { "$\(texts.count + numbers.count + 1)" }
}

extension RecordQuery {
    /// Returns the selection, which takes the cursor into account if that is passed.
    ///
    /// - Parameters:
    ///   - isInForce: Returns the engine's condition for records that have not expired at the time of a parameter.
    ///   - hasEnded: Returns the same for those that have.
    /// - Throws: ``StoreFailure`` for a column by which the table cannot be listed.
    func filter(
        after cursor: Int64? = nil, isInForce: (_ time: String) -> String, hasEnded: (_ time: String) -> String
    ) throws(StoreFailure) -> RecordFilter {
        let columns = matching.sorted { $0.key < $1.key }
        for (column, _) in columns where !(Record.keyColumns + Record.listColumns).contains(column) {
            throw StoreFailure(.misuse, "The table \(Record.table) cannot be listed by \(column).")
        }
        var filter = RecordFilter(texts: columns.map(\.value))
        var conditions = columns.isEmpty ? [] : [RecordColumn.condition(columns.map(\.key))]
        func add(_ condition: (String) -> String, _ number: Int64) {
            conditions.append(condition(filter.next))
            filter.numbers.append(number)
        }
        switch life {
        case .any: break
        case .inForce(let time): add(isInForce, time)
        case .ended(let time): add(hasEnded, time)
        }
        if let cursor { add({ "number < \($0)" }, cursor) }
        if !conditions.isEmpty { filter.clause = " WHERE " + conditions.joined(separator: " AND ") }
        return filter
    }
}

/// One page of a list.
public struct RecordPage<Record: StoredRecord>: Sendable, Equatable {
    /// The records, newest first.
    public var records: [Record]
    /// The cursor of the next page; nil if this is the last one.
    public var next: Int64?
}
