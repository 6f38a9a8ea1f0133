import Logging
import ServiceLifecycle

/// Renews the right to use a schema of a PostgreSQL database, while the service runs.
struct OwnershipRenewal: Service {
    let store: PostgreSQLTokenStore
    let logger: Logger

    /// - Throws: ``StoreFailure`` if another service has taken over; this one then ends.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                while true {
                    try await Pause.betweenRenewals()
                    try await renew()
                }
            } catch is CancellationError {
                // The service is stopping.
            }
        }
    }

    private func renew() async throws {
        do { try await store.renewClaim() } catch let failure as StoreFailure where failure.kind != .owned {
            // Calls report it, too; the next attempt may succeed.
            logger.warning("the database cannot be reached", metadata: ["reason": "\(failure)"])
        }
    }
}
