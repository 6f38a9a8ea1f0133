import ServiceLifecycle

/// Returns memory that earlier requests needed to the system, while the service runs.
struct MemoryReturn: Service {
    let engine: EntitlementEngine
    /// Returns free memory.
    let giveBack: @Sendable () -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var seen = 0
            do {
                while true {
                    try await Pause.betweenReturnsOfMemory()
                    let began = engine.metrics.requestsBegun
                    // This takes some milliseconds, so an idle service does not repeat it. The round after the last request
                    // counts, too: its response may have been in progress.
                    if began != seen {
                        await engine.releaseMemory()
                        giveBack()
                    }
                    seen = began
                }
            } catch is CancellationError {
                // The service is stopping.
            }
        }
    }
}
