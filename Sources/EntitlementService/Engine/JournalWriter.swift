import Logging
import ServiceLifecycle

/// A service that writes the journal to disk, at most twice a second, and the rest at the end.
struct JournalWriter: Service {
    let journal: Journal
    let store: JournalStore
    /// Settled when the last call has ended: on a slow disk, after this task has been cancelled.
    let callsEnded: ExpectedValue<Void>
    let logger: Logger

    /// The number of entries in a transaction.
    static let batch = 1_000
    /// The time for which the rest waits for the last call.
    private static let patience = Duration.seconds(60)

    func run() async throws {
        var written = store.nextAtStart - 1
        let (wakes, waker) = journal.wakes.follow()
        for await _ in wakes.cancelOnGracefulShutdown() {
            written = await write(after: written)
            try? await cancelWhenGracefulShutdown { try await Pause.betweenJournalBatches() }
            // The entries that arrived during the pause may be the last for a long time.
            if journal.latest > written { waker.yield(()) }
        }
        waker.finish()
        try? await callsEnded.value(before: .now + Self.patience, otherwise: CancellationError())
        _ = await write(after: written)
        do { try await store.close() } catch { complain(error) }
    }

    /// Writes the entries after a number, and counts those that will not be on disk. Returns the last entry's number.
    func write(after sequence: Int64) async -> Int64 {
        var written = sequence
        while true {
            let entries = journal.entries(after: written, limit: Self.batch)
            guard let oldest = entries.first?.sequence, let newest = entries.last?.sequence else { return written }
            // Earlier ones have been displaced from memory.
            var lost = oldest - written - 1
            do { try await store.append(entries) } catch {
                // Requests are still served; these entries remain only in memory.
                lost += Int64(entries.count)
                complain(error)
            }
            store.noteLoss(of: Int(lost))
            written = newest
        }
    }

    private func complain(_ error: any Error) {
        logger.warning("the journal could not be written", metadata: ["reason": "\(error)"])
    }
}
