import Logging
import ServiceLifecycle

/// Moves this node's entries to the journal of all nodes and the others' here, a few times a second, and the rest at the end.
struct JournalExchange: Service {
    let engine: EntitlementEngine
    let logger: Logger

    func run() async throws {
        guard let outbox = engine.journal.outbox else { return }
        let (wakes, waker) = engine.news.follow()
        let number = outbox.wakes.add(waker)
        defer {
            outbox.wakes.remove(number)
            waker.finish()
        }
        waker.yield(())
        for await _ in wakes.cancelOnGracefulShutdown() {
            await exchange()
            try? await cancelWhenGracefulShutdown { try await Pause.betweenExchanges() }
        }
        await exchange()
    }

    private func exchange() async {
        // Without the server this would take longer than a shutdown may. The next renewal of the node's entry wakes the exchange.
        guard engine.shared?.node.isCurrent == true else { return }
        // Entries that could not be written wait in the outbox; the node's membership reports that the server is away.
        do { try await engine.exchange() } catch { logger.debug("no journal", metadata: ["reason": "\(error)"]) }
        for refusal in engine.sharedJournal?.takeRefusals() ?? [] {
            logger.warning("the database server refused an event: it is not in the journal", metadata: ["reason": "\(refusal)"])
        }
    }
}
