import Logging
import ServiceLifecycle

/// Removes records that ended long ago, a few at a time, as long as the service runs.
struct CleanUp: Service {
    let engine: EntitlementEngine
    let logger: Logger

    /// How many records go in one transaction: a few milliseconds, in which others that write wait.
    static let batch = 200

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                while true {
                    try await Pause.betweenCleanUps()
                    try await sweep()
                }
            } catch is CancellationError {
                // The service ends.
            }
        }
    }

    private func sweep() async throws {
        do {
            while try await engine.removeEnded(limit: Self.batch) == Self.batch { try await Pause.betweenBatches() }
        } catch let failure as StoreFailure {
            // Nobody waits for it; the next time may be better.
            logger.warning("ended records could not be removed", metadata: ["reason": "\(failure)"])
        }
    }
}
