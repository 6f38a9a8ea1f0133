import Logging
import ServiceLifecycle

/// Brings the journal to the disk, at most twice a second, and the rest of it at the end.
struct JournalKeeper: Service {
    let journal: Journal
    let store: JournalStore
    let logger: Logger

    /// How many entries go in one transaction.
    static let batch = 1_000

    func run() async throws {
        var written = store.nextAtStart - 1
        let (wakes, waker) = journal.wakes.follow()
        defer { waker.finish() }
        for await _ in wakes.cancelOnGracefulShutdown() {
            written = await write(after: written)
            try? await cancelWhenGracefulShutdown { try await Pause.betweenJournalBatches() }
            // What came in the pause may have been the last for long.
            if journal.latest > written { waker.yield(()) }
        }
        _ = await write(after: written)
        do { try await store.close() } catch { complain(error) }
    }

    private func write(after sequence: Int64) async -> Int64 {
        var written = sequence
        while true {
            let entries = journal.entries(after: written, limit: Self.batch)
            guard let newest = entries.last?.sequence else { return written }
            do { try await store.append(entries) } catch {
                // The requests continue; these entries stay in memory only.
                complain(error)
            }
            written = newest
        }
    }

    private func complain(_ error: any Error) {
        logger.warning("the journal could not be written", metadata: ["reason": "\(error)"])
    }
}
