/// The source of records for a decision: memory, or a database.
public protocol RecordSource {
    /// Returns the records whose key begins with these strings, in the order of their keys.
    ///
    /// A source that fails returns none and records the failure: the decision is then discarded.
    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record]
}

extension RecordSource {
    /// Returns the record for a key; nil if there is none.
    public func record<Record: StoredRecord>(_ type: Record.Type, key: Record.Key) -> Record? {
        records(type, startingWith: key.values).first
    }
}

/// The records of one type for a decision: accessible only by key, or by the key's first values.
public struct RecordTable<Record: StoredRecord> {
    private let source: any RecordSource

    init(_ source: any RecordSource) {
        self.source = source
    }

    /// The record for a key; nil if there is none.
    public subscript(key: Record.Key) -> Record? { source.record(Record.self, key: key) }

    /// The records whose key begins with these strings, in the order of their keys.
    public subscript(startingWith key: [String]) -> [Record] { source.records(Record.self, startingWith: key) }
}

extension RecordTable where Record == AuthorizationRecord {
    /// The authorization of a device for a resource.
    public subscript(device: DeviceKey, resource: String) -> AuthorizationRecord? {
        self[AuthorizationKey(owner: device, resource: resource)]
    }
}

/// Records with operations that are not stored yet.
struct ChangedRecords: RecordSource {
    let base: any RecordSource
    let operations: [RecordOperation]

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        var changed = MemoryRecords()
        for record in base.records(type, startingWith: key) { changed.apply(.put(record)) }
        for operation in operations where operation.type.table == Record.table { changed.apply(operation) }
        return changed.records(type, startingWith: key)
    }
}

/// Records in dictionaries, for tests of decisions.
struct MemoryRecords: RecordSource {
    private var records: [String: [[String]: any StoredRecord]] = [:]

    func records<Record: StoredRecord>(_ type: Record.Type, startingWith key: [String]) -> [Record] {
        (records[Record.table] ?? [:]).filter { $0.key.starts(with: key) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .compactMap { $0.value as? Record }
    }

    mutating func apply(_ operation: RecordOperation) {
        switch operation {
        case .put(let record): records[operation.type.table, default: [:]][record.recordKey.values] = record
        case .remove(let type, let key):
            records[type.table] = records[type.table]?.filter { !$0.key.starts(with: key) }
        case .removeAll(let type): records[type.table] = nil
        }
    }
}
