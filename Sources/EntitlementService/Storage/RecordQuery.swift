import EntitlementCore

/// The criteria that select the records of a list.
public struct RecordQuery<Record: StoredRecord>: Sendable {
    /// Whether a record has expired.
    public enum Life: Sendable, Equatable {
        /// Any record.
        case any
        /// Only records that have not expired at a time in Unix milliseconds.
        case inForce(at: Int64)
        /// Only records that have expired at a time in Unix milliseconds.
        case ended(at: Int64)
    }

    /// The required values of key columns or of ``EntitlementCore/StoredRecord/listColumns``.
    public var matching: [String: String] = [:]
    /// The required state of expiry.
    public var life = Life.any
    /// The ``RecordPage/next`` value of the previous page; nil for the first page.
    public var cursor: Int64?
    /// The maximum number of records on a page.
    public var limit = 50
}

/// One page of a list.
public struct RecordPage<Record: StoredRecord>: Sendable, Equatable {
    /// The records, newest first.
    public var records: [Record]
    /// The cursor of the next page; nil if this is the last one.
    public var next: Int64?
}
