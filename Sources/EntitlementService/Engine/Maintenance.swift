import Logging
import ServiceLifecycle

/// A service that removes records that expired long ago, a few at a time.
struct CleanUp: Service {
    let engine: EntitlementEngine
    let logger: Logger

    /// The number of records in a transaction, which blocks other writers for a few milliseconds.
    static let batch = 200

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                while true {
                    try await Pause.betweenCleanUps()
                    try await sweep()
                }
            } catch is CancellationError {
                // The service is stopping.
            }
        }
    }

    private func sweep() async throws {
        do {
            while try await engine.removeEnded(limit: Self.batch) == Self.batch { try await Pause.betweenBatches() }
        } catch let failure as StoreFailure {
            // Nothing depends on it, and the next attempt may succeed.
            logger.warning("expired records could not be removed", metadata: ["reason": "\(failure)"])
        }
    }
}

/// A service that returns to the system the memory that earlier requests needed.
struct MemoryReturn: Service {
    let engine: EntitlementEngine
    /// Returns free memory.
    let giveBack: @Sendable () -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var seen = 0
            var isIdle = true
            do {
                while true {
                    try await Pause.betweenReturnsOfMemory()
                    let began = engine.metrics.requestsBegun
                    let wasIdle = isIdle
                    isIdle = began == seen
                    seen = began
                    // This takes some milliseconds, so only the first round without a request does it.
                    if isIdle && wasIdle { continue }
                    await engine.releaseMemory(isIdle: isIdle)
                    giveBack()
                }
            } catch is CancellationError {
                // The service is stopping.
            }
        }
    }
}
