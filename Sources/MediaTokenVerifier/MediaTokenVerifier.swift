import Crypto
import Encodings
import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// Verifies media tokens: what a programmer's backend does before it hands out a stream.
///
/// Mirrors the published Java verifier (`SimpleTokenPKISignatureVerifierFactory`, `isValid`): a token is signed clear text,
/// `SHA256WithRSA` over the exact bytes of its `shortAuthorizationToken` element. A verifier may be used from many threads.
/// Tokens are for one use; remembering those seen is up to the caller. After the service has rolled its certificate over, tokens
/// of the old one are still about for as long as they live: give the verifier all certificates in force.
public struct MediaTokenVerifier: Sendable {
    /// The largest serialised token accepted, in bytes of Base64: 64 KiB.
    public static let maximumSize = 65_536

    /// The most certificates that are taken.
    public static let maximumCertificates = 32

    private let keys: [_RSA.Signing.PublicKey]
    private let requestorID: String
    private let clock: @Sendable () -> Date

    /// The certificate cannot be used.
    public struct CertificateError: Error, Sendable, Equatable, CustomStringConvertible {
        /// What is wrong with it.
        public let description: String
    }

    /// A verifier for one requestor.
    ///
    /// - Parameters:
    ///   - certificatePEM: The service's certificate: X.509 with an RSA key of at least 2048 bits, in PEM; or several, one after the
    ///     other. A token may be signed with the key of any. Their dates are not looked at: the keys are what is trusted.
    ///   - requestorID: For whom tokens must have been made.
    ///   - clock: The present.
    /// - Throws: ``CertificateError``.
    public init(
        certificatePEM: String, requestorID: String, clock: @escaping @Sendable () -> Date = MediaTokenClock.system
    ) throws {
        let certificates: [X509.Certificate]
        do {
            certificates = try PEMDocument.parseMultiple(pemString: certificatePEM).map { try X509.Certificate(pemDocument: $0) }
        } catch {
            throw CertificateError(description: "not an X.509 certificate in PEM: \(error)")
        }
        guard (1...Self.maximumCertificates).contains(certificates.count) else {
            throw CertificateError(
                description: "1 to \(Self.maximumCertificates) X.509 certificates in PEM are needed, not \(certificates.count)")
        }
        keys = try certificates.map { certificate in
            guard let key = _RSA.Signing.PublicKey(certificate.publicKey), key.keySizeInBits >= 2048 else {
                throw CertificateError(description: "the certificate needs an RSA key of at least 2048 bits")
            }
            return key
        }
        self.requestorID = requestorID
        self.clock = clock
    }

    /// Verifies a token in one call that never throws: a certificate that cannot be used is ``MediaTokenStatus/errorUnknown``,
    /// because then nothing was decided about the token.
    ///
    /// - Parameters:
    ///   - serializedToken: What `setToken` delivers.
    ///   - certificatePEM: One or more certificates in PEM.
    ///   - requestorID: For whom the token must have been made.
    ///   - resourceID: What is to be played; nil checks authenticity and time only.
    ///   - clock: The present.
    public static func verify(
        _ serializedToken: String, certificatePEM: String, requestorID: String, resourceID: String? = nil,
        clock: @escaping @Sendable () -> Date = MediaTokenClock.system
    ) -> MediaTokenVerification {
        do {
            return try Self(certificatePEM: certificatePEM, requestorID: requestorID, clock: clock)
                .verify(serializedToken, resourceID: resourceID)
        } catch {
            return MediaTokenVerification(.errorUnknown, detail: "\(error)")
        }
    }

    /// Verifies a token: its form, its signature, its requestor, its time, its resource; the first failure is the answer.
    ///
    /// - Parameters:
    ///   - serializedToken: What `setToken` delivers: Base64 on one line. White space at its ends is ignored.
    ///   - resourceID: What is to be played; nil checks authenticity and time only.
    public func verify(_ serializedToken: String, resourceID: String? = nil) -> MediaTokenVerification {
        let envelope: MediaTokenEnvelope
        do {
            envelope = try MediaTokenEnvelope(serializedToken: serializedToken)
        } catch {
            return MediaTokenVerification(.invalidTokenFormat, detail: error.description)
        }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: envelope.signature)
        guard keys.contains(where: { $0.isValidSignature(signature, for: envelope.signedBytes, padding: .insecurePKCS1v1_5) })
        else {
            return MediaTokenVerification(.invalidSignature, detail: "the signature is not the service's for this content")
        }
        let token: MediaToken
        do {
            token = try MediaToken(signedBytes: envelope.signedBytes)
        } catch {
            return MediaTokenVerification(.invalidTokenFormat, detail: error.description)
        }
        let failure = failure(of: token, resourceID: resourceID)
        let digest = SHA256.hash(data: envelope.signedBytes)
        return MediaTokenVerification(
            failure?.status ?? .validToken, token, detail: failure?.detail ?? "",
            identifier: hexadecimal(digest))
    }

    private func failure(of token: MediaToken, resourceID: String?) -> (status: MediaTokenStatus, detail: String)? {
        guard token.requestorID == requestorID else {
            return (.invalidTokenFormat, "requestorID: \(requestorID); found \(token.requestorID)")
        }
        guard clock() < token.expiration else { return (.tokenExpired, "the token ended at issueTime + ttl") }
        if let resourceID, token.resourceID != resourceID {
            return (.invalidResourceID, "resourceID: \(resourceID); found \(token.resourceID)")
        }
        return nil
    }
}

/// Where the present comes from.
public enum MediaTokenClock {
    /// The system's clock.
    public static let system: @Sendable () -> Date = { Date() }
}
