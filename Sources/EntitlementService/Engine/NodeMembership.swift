import Logging
import ServiceLifecycle

/// Maintains this process as one of the nodes that share a PostgreSQL schema, while the service runs.
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
