import Logging
import ServiceLifecycle

/// A service that keeps this process one of the nodes that share a PostgreSQL schema.
struct NodeMembership: Service {
    let engine: EntitlementEngine
    let node: ServiceNode
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isAway = false
            while !Task.isCancelled {
                do {
                    try await engine.correctFaults()
                    try await node.renew { try await engine.follow(isRestored: $0) }
                    engine.news.wake()
                    if isAway { logger.notice("the database server can be reached again") }
                    isAway = false
                } catch is CancellationError {
                    break
                } catch {
                    // Calls also report it; the next attempt may succeed.
                    if !isAway { logger.warning("the database server cannot be reached", metadata: ["reason": "\(error)"]) }
                    isAway = true
                    try? await Pause.beforeReconnection()
                }
            }
        }
        // The other nodes would wait for this one only for some seconds.
        do { try await node.leave() } catch { logger.notice("the node could not leave", metadata: ["reason": "\(error)"]) }
    }
}

/// A service that exchanges journal entries between this node and the journal of all nodes, several times a second, and the rest
/// at the end.
struct JournalExchange: Service {
    let engine: EntitlementEngine
    let logger: Logger

    func run() async throws {
        guard let outbox = engine.journal.outbox else { return }
        let (wakes, waker) = engine.news.follow(and: outbox.wakes)
        defer { waker.finish() }
        waker.yield(())
        for await _ in wakes.cancelOnGracefulShutdown() {
            await exchange()
            try? await cancelWhenGracefulShutdown { try await Pause.betweenExchanges() }
        }
        await exchange()
    }

    private func exchange() async {
        // Without the server, this could exceed the time of a shutdown. The next renewal of the node's entry wakes the exchange.
        guard engine.shared?.node.isCurrent == true else { return }
        // Entries that could not be written wait in the outbox; the node's membership reports that the server is unreachable.
        do { try await engine.exchange() } catch {
            logger.debug("journal entries could not be exchanged", metadata: ["reason": "\(error)"])
        }
        for refusal in engine.sharedJournal?.takeRefusals() ?? [] {
            logger.warning("the database server refused an event: it is not in the journal", metadata: ["reason": "\(refusal)"])
        }
    }
}
