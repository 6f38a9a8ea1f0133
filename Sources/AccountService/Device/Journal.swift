import AccountCore
import Synchronization
import TVWorld

/// The journal: entries are kept in memory at first, and written in batches shortly afterwards.
final class Journal: Sendable {
    private struct Waiting {
        var ring: JournalRing
        var documents = JournalDocuments()
        var isScheduled = false
        var isDeflating = false
        weak var store: DeviceStore?
        var hasFailed = false
        /// The number of the next entry when unused memory was last returned to the system.
        var returnedAt: Int64?

        /// Returns whether a batch must be scheduled, which is then expected to happen.
        mutating func mustSchedule() -> Bool {
            defer { isScheduled = true }
            return !isScheduled
        }

        /// Returns whether messages must be deflated without delay, which is then expected to happen.
        mutating func mustDeflate() -> Bool {
            guard !isDeflating, documents.arePlainMany else { return false }
            isDeflating = true
            return true
        }

        /// Returns the messages of an entry that have not been deflated; nil if there are none.
        mutating func nextPlain() -> (sequence: Int64, documents: [JournalDocument])? {
            let next = documents.nextPlain()
            if next == nil { isDeflating = false }
            return next
        }

        /// Returns whether a burst of entries has ended since memory was last returned.
        mutating func endsBurst() -> Bool {
            let next = ring.nextSequence
            guard ring.count == 0, !isScheduled, returnedAt.map({ next - $0 >= Journal.burst }) ?? true else { return false }
            returnedAt = next
            return true
        }
    }

    private let waiting: Mutex<Waiting>
    private let clock: AdjustableClock
    private let monitors: JournalMonitors

    /// The maximum number of entries in a transaction, which limits how long a durable write waits.
    private static let batchSize = 64
    /// The number of entries after which it is worth returning the memory that they used.
    private static let burst: Int64 = 100

    init(nextSequence: Int64, clock: AdjustableClock, monitors: JournalMonitors) {
        waiting = Mutex(Waiting(ring: JournalRing(nextSequence: nextSequence)))
        self.clock = clock
        self.monitors = monitors
    }

    /// Sets the store that writes the journal.
    func attach(_ store: DeviceStore) {
        waiting.withLock { $0.store = store }
    }

    /// The number of the newest entry.
    var lastSequence: Int64 { waiting.withLock { $0.ring.nextSequence - 1 } }

    /// Adds an entry. Never blocks.
    func record(_ record: JournalRecord) {
        var record = record
        let documents = record.documents
        // Waiting entries are written to a file; SAML messages are not.
        if !documents.isEmpty { record.documents = [] }
        let (mustSchedule, mustDeflate) = waiting.withLock { waiting in
            let sequence = waiting.ring.nextSequence
            // Read here, so that no entry is earlier than one with a lower number.
            let (now, machine) = clock.times()
            if !documents.isEmpty { waiting.documents.keep(documents, of: sequence) }
            monitors.add(
                JournalEntry(
                    sequence: sequence, time: now, machineTime: machine, record: record,
                    documentCount: waiting.documents[sequence].count))
            waiting.ring.append(record, time: now, machineTime: machine)
            return (waiting.mustSchedule(), waiting.mustDeflate())
        }
        if mustSchedule { schedule() }
        if mustDeflate { Task { deflateDocuments() } }
    }

    /// Returns the SAML messages of an entry; empty if it had none, or they are no longer kept.
    func documents(of sequence: Int64) -> [JournalDocument] { waiting.withLock { $0.documents[sequence] } }

    /// Returns entries with the number of SAML messages that are still kept for each.
    func counted(_ entries: [JournalEntry]) -> [JournalEntry] {
        waiting.withLock { waiting in
            entries.map { entry in
                var entry = entry
                entry.documentCount = waiting.documents[entry.sequence].count
                return entry
            }
        }
    }

    /// Passes the oldest entries to a writer, and removes them when it returns.
    ///
    /// - Returns: The number of the last entry; nil if there were none.
    func writeBatch(_ write: ([JournalEntry]) throws(StoreError) -> Void) throws(StoreError) -> Int64? {
        let entries = waiting.withLock { $0.ring.oldest(Self.batchSize) }
        guard let last = entries.last else { return nil }
        try write(entries)
        waiting.withLock { $0.ring.removeThrough(last.sequence) }
        return last.sequence
    }

    /// Deflates the messages that have been added; doing so while a call waits would take too long.
    private func deflateDocuments() {
        while let (sequence, documents) = waiting.withLock({ $0.nextPlain() }) {
            let deflated = documents.map(\.deflated)
            waiting.withLock { $0.documents.replace(sequence, with: deflated) }
        }
    }

    private func schedule() {
        Task { [weak self] in
            await Pause.journal.wait()
            guard
                let store = self?.waiting.withLock({ waiting in
                    waiting.isScheduled = false
                    return waiting.store
                })
            else { return }
            do {
                try await store.writeJournal()
                self?.deflateDocuments()
                let endsBurst = self?.waiting.withLock { waiting in
                    waiting.hasFailed = false
                    return waiting.endsBurst()
                }
                // The entries of a burst used more memory than sequential calls will need again.
                if endsBurst == true { await store.returnMemory() }
            } catch {
                self?.reportOnce(error)
            }
        }
    }

    /// Reports only the first of several consecutive failures, because writing is attempted every quarter of a second.
    private func reportOnce(_ error: any Error) {
        let isNew = waiting.withLock { waiting in
            defer { waiting.hasFailed = true }
            return !waiting.hasFailed
        }
        if isNew { StandardError.write("vsad: the journal cannot be written: \(error)") }
    }
}
