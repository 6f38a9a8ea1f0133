import ServiceLifecycle

/// Gives memory back to the system that requests of before needed, as long as the service runs.
struct MemoryReturn: Service {
    let metrics: ServiceMetrics
    /// Gives back what is free.
    let giveBack: @Sendable () -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var seen = 0
            do {
                while true {
                    try await Pause.betweenReturnsOfMemory()
                    let began = metrics.requestsBegun
                    // This takes some milliseconds, so an idle service does not repeat it. The round after the last
                    // request counts, too: its answer may have been under way.
                    if began != seen { giveBack() }
                    seen = began
                }
            } catch is CancellationError {
                // The service ends.
            }
        }
    }
}
