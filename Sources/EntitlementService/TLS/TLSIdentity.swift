import Dates
import Foundation
import Logging
import NIOSSL
import ServiceLifecycle
import SwiftASN1
import Synchronization
import TVWorld
import UnixSignals
import X509
import _CryptoExtras

/// The server's certificate and private key, loaded from two PEM files and reloaded on request.
public final class TLSIdentity: Sendable {
    private let certificatePath: String
    private let keyPath: String
    private let clock: any WorldClock
    private let current: Mutex<NIOSSLContext>

    /// The maximum file size in bytes, larger than any chain or key.
    private static let limit = 1 << 20

    /// Loads the files.
    ///
    /// - Parameters:
    ///   - certificate: The path of the certificate chain.
    ///   - key: The path of its private key.
    ///   - clock: The clock against which the validity of the certificate is checked.
    /// - Throws: ``SetupFailure``.
    public init(certificate: String, key: String, clock: any WorldClock = SystemClock()) throws {
        certificatePath = certificate
        keyPath = key
        self.clock = clock
        current = Mutex(try Self.context(certificate: certificate, key: key, now: clock.seconds()))
    }

    /// Reloads the files. Open connections keep their certificate.
    ///
    /// - Throws: ``SetupFailure``; in that case the previous identity remains in use.
    public func reload() throws {
        // A pipe without a writer must not block the running service, which would then not end at SIGTERM either.
        let context = try Self.context(certificate: certificatePath, key: keyPath, now: clock.seconds(), flags: O_NONBLOCK)
        current.withLock { $0 = context }
    }

    /// The TLS context for new connections.
    var context: NIOSSLContext { current.withLock { $0 } }

    private static func context(
        certificate: String, key: String, now: Int64, flags: Int32 = 0
    ) throws -> NIOSSLContext {
        let chainText = try text(certificate, flags)
        let keyText = try secret(key)
        let chain = try certificates(in: chainText, certificate)
        let leaf = try leaf(of: chain, certificate)
        try checkValidity(of: leaf, in: certificate, now: now)
        // The file of a key may also contain its parameters or its certificate.
        guard let privateKey = try? NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem),
            let document = try? PEMDocument.parseMultiple(pemString: keyText)
                .first(where: { $0.discriminator.hasSuffix("PRIVATE KEY") })
        else { throw unusable("The file \(key) contains no private key in PEM, or one with a passphrase.") }
        // A key of a kind that no certificate of this service can have does not belong to this one either.
        guard let publicKey = try? Certificate.PrivateKey(pemDocument: document).publicKey, publicKey == leaf.publicKey else {
            throw unusable("The key \(key) does not belong to the certificate \(certificate).")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw unusable("The certificate \(certificate) and the key \(key) cannot be used: \(error)")
        }
    }

    private static func certificates(in text: String, _ path: String) throws -> [NIOSSLCertificate] {
        if let chain = try? NIOSSLCertificate.fromPEMBytes(Array(text.utf8)), !chain.isEmpty { return chain }
        throw unusable("The file \(path) contains no certificate in PEM.")
    }

    /// Returns the server's own certificate, which is the first one.
    private static func leaf(of chain: [NIOSSLCertificate], _ path: String) throws -> Certificate {
        do { return try Certificate(derEncoded: chain[0].toDERBytes()) } catch {
            throw unusable(
                "The certificate \(path) cannot be used: its key must be RSA with 2048 bits or more, ECDSA with P-256, P-384 or "
                    + "P-521, or Ed25519 (\(error)).")
        }
    }

    private static func unusable(_ reason: String) -> SetupFailure { SetupFailure(reason, exitCode: 65) }

    private static func text(_ path: String, _ flags: Int32) throws -> String {
        do {
            return String(decoding: try PlainFile(path, limit: limit, flags: flags).bytes, as: UTF8.self)
        } catch {
            throw unusable("The file \(path) cannot be read: \(error).")
        }
    }

    /// Reads a private key, and rejects a file that others can read.
    private static func secret(_ path: String) throws -> String {
        do { return try SecretFile.read(path, limit: limit) } catch {
            throw unusable("The key \(path) \(error).")
        }
    }

    private static func checkValidity(of certificate: Certificate, in path: String, now: Int64) throws {
        let start = Int64(certificate.notValidBefore.timeIntervalSince1970)
        let end = Int64(certificate.notValidAfter.timeIntervalSince1970)
        guard now >= start else {
            throw unusable("The certificate \(path) is not valid before \(RFC3339.text(seconds: start)).")
        }
        guard now <= end else {
            throw unusable("The certificate \(path) expired on \(RFC3339.text(seconds: end)).")
        }
    }
}

/// A service that reloads the certificate and its key on SIGHUP, which would otherwise terminate the process.
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
