import Foundation
import SwiftASN1
import X509
import _CryptoExtras

/// Verifies media tokens: what a programmer's backend does before it hands out a stream.
///
/// Mirrors the published Java verifier (`SimpleTokenPKISignatureVerifierFactory`, `isValid`): a token is signed clear text,
/// `SHA256WithRSA` over the exact bytes of its `shortAuthorizationToken` element. A verifier may be used from many threads.
/// Tokens are for one use; remembering those seen is up to the caller.
public struct MediaTokenVerifier: Sendable {
    /// The largest serialised token accepted, in bytes of Base64: 64 KiB.
    public static let maximumSize = 65_536

    private let key: _RSA.Signing.PublicKey
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
    ///   - certificatePEM: The service's certificate: X.509 with an RSA key of at least 2048 bits, in PEM. Its dates are not
    ///     looked at: the key is what is trusted.
    ///   - requestorID: For whom tokens must have been made.
    ///   - clock: The present.
    /// - Throws: ``CertificateError``.
    public init(
        certificatePEM: String, requestorID: String, clock: @escaping @Sendable () -> Date = MediaTokenClock.system
    ) throws {
        let certificate: X509.Certificate
        do {
            certificate = try X509.Certificate(pemEncoded: certificatePEM)
        } catch {
            throw CertificateError(description: "not an X.509 certificate in PEM: \(error)")
        }
        guard let key = _RSA.Signing.PublicKey(certificate.publicKey), key.keySizeInBits >= 2048 else {
            throw CertificateError(description: "the certificate needs an RSA key of at least 2048 bits")
        }
        self.key = key
        self.requestorID = requestorID
        self.clock = clock
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
        guard key.isValidSignature(signature, for: envelope.signedBytes, padding: .insecurePKCS1v1_5) else {
            return MediaTokenVerification(.invalidSignature, detail: "the signature is not the service's for this content")
        }
        let token: MediaToken
        do {
            token = try MediaToken(signedBytes: envelope.signedBytes)
        } catch {
            return MediaTokenVerification(.invalidTokenFormat, detail: error.description)
        }
        return check(token, resourceID: resourceID)
    }

    private func check(_ token: MediaToken, resourceID: String?) -> MediaTokenVerification {
        guard token.requestorID == requestorID else {
            return MediaTokenVerification(
                .invalidTokenFormat, token, detail: "requestorID: \(requestorID); found \(token.requestorID)")
        }
        guard clock() < token.expiration else {
            return MediaTokenVerification(.tokenExpired, token, detail: "the token ended at issueTime + ttl")
        }
        if let resourceID, token.resourceID != resourceID {
            return MediaTokenVerification(
                .invalidResourceID, token, detail: "resourceID: \(resourceID); found \(token.resourceID)")
        }
        return MediaTokenVerification(.validToken, token)
    }
}

/// Where the present comes from.
public enum MediaTokenClock {
    /// The system's clock.
    public static let system: @Sendable () -> Date = { Date() }
}
