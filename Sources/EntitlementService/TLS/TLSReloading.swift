import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate and its key on SIGHUP, which would otherwise terminate the process.
struct TLSReloading: Service {
    /// The identity to reload; nil for plain HTTP.
    let identity: TLSIdentity?
    let logger: Logger

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            guard let identity else {
                logger.notice("there is no certificate to reload")
                continue
            }
            do {
                try identity.reload()
                logger.notice("certificate and key were reloaded")
            } catch {
                logger.error("certificate and key were not reloaded", metadata: ["reason": "\(error)"])
            }
        }
    }
}
