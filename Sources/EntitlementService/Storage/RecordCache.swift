import Crypto
import EntitlementCore
import Foundation
import Synchronization
import TVWorld

/// The most recently read records, and the configuration, with the version of the database that contains them.
///
/// Records of the current version are used without reading the database. Any other record only saves decoding its document again,
/// after that document has been read again.
final class RecordCache: Sendable {
    /// A table, and the first values of a key, or all of them.
    private struct Key: Hashable {
        var table: String
        var values: [String]

        // They are compared as the database does. Swift strings that differ only in their normalization are equal, and have the
        // same hash.
        static func == (one: Self, other: Self) -> Bool {
            one.table == other.table && one.values.elementsEqual(other.values) { areSame($0, $1) }
        }

        private static func areSame(_ one: String, _ other: String) -> Bool {
            // Comparing them in contiguous memory is five times as fast as comparing their views.
            let areSame = one.utf8.withContiguousStorageIfAvailable { bytes in
                other.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
            }
            return (areSame ?? nil) ?? one.utf8.elementsEqual(other.utf8)
        }
    }

    /// All records with a key, in the order of their keys; there may be none.
    private struct Entry {
        var version: Int64
        /// The digests of the documents, which would take as much memory as the records; nil for records that were not read.
        var digests: [SHA256Digest]?
        /// An array of the table's type.
        var records: any Sendable
    }

    private struct State {
        /// The version of the database, and its configuration; nil if none has been read.
        var version: Int64?
        var known = KnownConfiguration()
        /// The first version since which nothing has changed without being known here.
        var start: Int64 = 0
        /// The same for single tables, by name.
        var starts: [String: Int64] = [:]
        var entries: RecentlyUsed<Key, Entry>

        func isCurrent(_ entry: Entry, _ key: Key) -> Bool { entry.version >= max(start, starts[key.table] ?? 0) }

        /// Removes everything that depends on the record of a key.
        mutating func forget(_ key: Key) {
            for length in 1...max(1, key.values.count) {
                entries.remove(Key(table: key.table, values: Array(key.values.prefix(length))))
            }
        }

        /// Keeps the records of a key.
        ///
        /// - Parameters:
        ///   - records: An array of the table's type.
        ///   - digests: The digests of their documents; nil if they have not been read.
        ///   - size: The size of the documents, in bytes.
        mutating func keep(
            _ records: any Sendable, _ digests: [SHA256Digest]? = nil, of key: Key, version: Int64, size: Int
        ) {
            // Callers choose keys, too, most of them of no record.
            let length = key.values.reduce(0) { $0 + $1.utf8.count }
            guard length <= RecordCache.keyLimit else { return }
            // The key, the records and their containers take about 600 bytes, plus the size of the documents.
            let room = 600 + max(0, length - 256) + size
            entries.keep(Entry(version: version, digests: digests, records: records), of: key, room: room)
        }
    }

    private let limit: Int
    private let state: Mutex<State>
    /// The maximum length of a key, in bytes: more than that of any record. What was looked up with a longer one is not kept.
    private static let keyLimit = 16_384

    /// - Parameter limit: The memory for all entries, in bytes.
    init(limit: Int = 2_100_000) {
        self.limit = limit
        state = Mutex(State(entries: RecentlyUsed(limit: limit)))
    }

    /// Removes everything: the configuration is based on another world.
    func removeAll() { state.withLock { $0 = State(entries: RecentlyUsed(limit: limit)) } }

    /// Removes the records, but not the configuration.
    func removeRecords() { state.withLock { $0.entries = RecentlyUsed(limit: limit) } }

    /// Returns the configuration of a version; nil if it is not the current one.
    func known(at version: Int64) -> KnownConfiguration? { state.withLock { $0.version == version ? $0.known : nil } }

    /// Adopts what a transaction has read, unless a later version is known.
    func adopt(_ version: Int64, _ known: KnownConfiguration) {
        state.withLock { state in
            guard state.version.map({ $0 < version }) ?? true else { return }
            (state.version, state.known, state.start, state.starts) = (version, known, version, [:])
        }
    }

    /// Adopts what a transaction has written: the only difference between two versions.
    ///
    /// - Parameter sizes: The sizes of the documents that the operations have written, in bytes.
    func advance(
        from version: Int64, to next: Int64, _ operations: [RecordOperation], sizes: [Int], _ known: KnownConfiguration
    ) {
        state.withLock { state in
            guard state.version == version else { return }
            (state.version, state.known) = (next, known)
            var written: [Key] = []
            for (operation, size) in zip(operations, sizes) {
                switch operation {
                case .put(let record):
                    let key = Key(table: operation.type.table, values: record.recordKey.values)
                    state.forget(key)
                    if operation.type.isConfiguration { continue }
                    state.keep(Self.list(record), of: key, version: next, size: size)
                    written.append(key)
                case .remove(let type, let key) where key.count == type.keyColumns.count:
                    state.forget(Key(table: type.table, values: key))
                case .remove(let type, _), .removeAll(let type):
                    state.starts[type.table] = next
                    for key in written where key.table == type.table { state.entries.remove(key) }
                }
            }
        }
    }

    private static func list<Record: StoredRecord>(_ record: Record) -> any Sendable { [record] }

    /// Returns the records whose key begins with these strings; nil if those of a version are unknown.
    func records<Record: StoredRecord>(_ type: Record.Type, startingWith values: [String], at version: Int64) -> [Record]? {
        let key = Key(table: Record.table, values: values)
        return state.withLock { state in
            guard state.version == version, let entry = state.entries.value(key), state.isCurrent(entry, key) else { return nil }
            return entry.records as? [Record]
        }
    }

    /// Returns the records whose key began with these strings when last read, in any version; nil if they are unknown.
    func lastRecords<Record: StoredRecord>(_ type: Record.Type, startingWith values: [String]) -> [Record]? {
        state.withLock { $0.entries.value(Key(table: Record.table, values: values)) }?.records as? [Record]
    }

    /// Returns the records of documents that were read in a version of the database.
    ///
    /// - Parameters:
    ///   - version: The version; nil if it is unknown.
    ///   - decode: Decodes a document.
    /// - Throws: The error of `decode`.
    func records<Record: StoredRecord>(
        _ type: Record.Type, startingWith values: [String], _ documents: [Data], at version: Int64?,
        decode: (Data) throws -> Record
    ) rethrows -> [Record] {
        let key = Key(table: Record.table, values: values)
        let known = state.withLock { $0.entries.value(key) }
        let digests = documents.map { SHA256.hash(data: $0) }
        let records: [Record]
        if let known, known.digests == digests, let decoded = known.records as? [Record] {
            if version == nil { return decoded }
            records = decoded
        } else {
            records = try documents.map(decode)
        }
        state.withLock { state in
            // Without a version, it is used only for its documents.
            guard version == nil || version == state.version else { return }
            state.keep(records, digests, of: key, version: version ?? -1, size: documents.reduce(0) { $0 + $1.count })
        }
        return records
    }
}
