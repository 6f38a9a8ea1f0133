import EntitlementCore

/// Which records a list shows.
public struct RecordQuery<Record: StoredRecord>: Sendable {
    /// Whether a record has ended.
    public enum Life: Sendable, Equatable {
        /// It does not matter.
        case any
        /// It has not, at a time in Unix milliseconds.
        case inForce(at: Int64)
        /// It has, at a time in Unix milliseconds.
        case ended(at: Int64)
    }

    /// The values that columns of the key or of ``EntitlementCore/StoredRecord/listColumns`` have.
    public var matching: [String: String]
    /// Whether they have ended.
    public var life: Life
    /// ``RecordPage/next`` of the page before; nil is the first page.
    public var cursor: Int64?
    /// The most records of a page.
    public var limit: Int

    /// Creates a page of all that fits.
    public init(matching: [String: String] = [:], life: Life = .any, cursor: Int64? = nil, limit: Int = 50) {
        self.matching = matching
        self.life = life
        self.cursor = cursor
        self.limit = limit
    }
}

/// A part of a list.
public struct RecordPage<Record: StoredRecord>: Sendable, Equatable {
    /// The records, the newest first.
    public var records: [Record]
    /// The cursor of the next page; nil if this is the last.
    public var next: Int64?
}
