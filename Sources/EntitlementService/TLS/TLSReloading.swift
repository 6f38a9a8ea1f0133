import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate and its key anew at each SIGHUP.
struct TLSReloading: Service {
    let identity: TLSIdentity
    let logger: Logger

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                try identity.reload()
                logger.notice("certificate and key were read anew")
            } catch {
                logger.error("certificate and key stay as they were", metadata: ["reason": "\(error)"])
            }
        }
    }
}
