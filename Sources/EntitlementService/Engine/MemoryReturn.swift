import ServiceLifecycle

/// Returns memory that earlier requests needed to the system, while the service runs.
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
