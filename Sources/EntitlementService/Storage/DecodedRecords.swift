import EntitlementCore
import Foundation
import Synchronization

/// Decoded records, so that a record that is read again is not decoded again.
///
/// A record is used only for the document from which it was decoded; the document itself is read from the database each time.
final class DecodedRecords: Sendable {
    private struct Key: Hashable {
        var table: String
        var values: [String]
    }

    private struct Entry {
        var document: Data
        var record: any StoredRecord
    }

    // Two generations limit the memory without searching for the oldest: when the first is full, it becomes the second.
    private struct State {
        var recent: [Key: Entry] = [:]
        var earlier: [Key: Entry] = [:]
    }

    private let state = Mutex(State())
    /// The number of records in a generation; about 1 MB.
    private static let generationLimit = 512

    /// Returns the record of a document.
    ///
    /// - Parameter decode: Decodes the document.
    /// - Throws: The error of `decode`.
    func record<Record: StoredRecord>(_ key: Record.Key, _ document: Data, decode: (Data) throws -> Record) rethrows -> Record {
        let key = Key(table: Record.table, values: key.values)
        let known = state.withLock { $0.recent[key] ?? $0.earlier[key] }
        if let known, known.document == document, let record = known.record as? Record { return record }
        let record = try decode(document)
        state.withLock { state in
            if state.recent.count >= Self.generationLimit {
                state.earlier = state.recent
                state.recent = [:]
            }
            state.recent[key] = Entry(document: document, record: record)
        }
        return record
    }
}
