import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate and its key again at each SIGHUP, which otherwise would end the process.
struct TLSReloading: Service {
    /// nil for plain HTTP, where there is nothing to read.
    let identity: TLSIdentity?
    let logger: Logger

    func run() async throws {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            guard let identity else {
                logger.notice("there is no certificate to read again")
                continue
            }
            do {
                try identity.reload()
                logger.notice("certificate and key were read again")
            } catch {
                logger.error("certificate and key stay as they were", metadata: ["reason": "\(error)"])
            }
        }
    }
}
