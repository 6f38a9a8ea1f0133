import Crypto
import Encodings
import FoundationEssentials
import SwiftASN1
import _CryptoExtras

/// A verifier of media tokens, which an app's backend uses before it delivers a stream.
///
/// Mirrors the published Java verifier (`SimpleTokenPKISignatureVerifierFactory`, `isValid`): a token is signed clear text,
/// `SHA256WithRSA` over the exact bytes of its `shortAuthorizationToken` element. A verifier may be used from any thread. A token
/// may be used once; storing the tokens that were seen is up to the caller. After the service has changed its certificate, tokens
/// signed with the previous one remain valid until they expire: pass all certificates that are in use.
///
///     let verifier = try MediaTokenVerifier(certificatePEM: certificate, requestorID: "REF30")
///     let verification = verifier.verify(serializedToken, resourceID: "news")
///     guard verification.isValid else { throw Refused(reason: verification.detail) }
public struct MediaTokenVerifier: Sendable {
    /// The maximum size of a serialized token, in bytes of Base64: 64 KiB.
    public static let maximumSize = 65_536

    /// The maximum number of certificates.
    public static let maximumCertificates = 32

    private let keys: [_RSA.Signing.PublicKey]
    private let requestorID: String
    private let clock: @Sendable () -> Date

    /// The error for an unusable certificate.
    public struct CertificateError: Error, Sendable, Equatable, CustomStringConvertible {
        /// A description of the problem.
        public let description: String
    }

    /// Creates a verifier for one requestor.
    ///
    /// - Parameters:
    ///   - certificatePEM: The service's certificate in PEM: X.509 with an RSA key of at least 2048 bits; or several, one after
    ///     the other. A token may be signed with any of the keys. Validity dates are not checked: the keys are what is trusted.
    ///   - requestorID: The requestor for which tokens must have been issued.
    ///   - clock: Returns the current time.
    /// - Throws: ``CertificateError``.
    public init(
        certificatePEM: String, requestorID: String, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let certificates: [CertificateKey]
        do {
            certificates = try PEMDocument.parseMultiple(pemString: certificatePEM).map { try CertificateKey(pemDocument: $0) }
        } catch {
            throw CertificateError(description: "not an X.509 certificate in PEM")
        }
        guard (1...Self.maximumCertificates).contains(certificates.count) else {
            throw CertificateError(
                description: "1 to \(Self.maximumCertificates) X.509 certificates in PEM are needed, not \(certificates.count)")
        }
        keys = try certificates.map { certificate in
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: certificate.bytes), key.keySizeInBits >= 2048 else {
                throw CertificateError(description: "the certificate needs an RSA key of at least 2048 bits")
            }
            return key
        }
        self.requestorID = requestorID
        self.clock = clock
    }

    /// Verifies a token in one call that never throws. An unusable certificate returns ``MediaTokenStatus/errorUnknown``, because
    /// the token was not verified. The parameters are those of ``init(certificatePEM:requestorID:clock:)`` and
    /// ``verify(_:resourceID:)``.
    public static func verify(
        _ serializedToken: String, certificatePEM: String, requestorID: String, resourceID: String? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) -> MediaTokenVerification {
        do {
            return try Self(certificatePEM: certificatePEM, requestorID: requestorID, clock: clock)
                .verify(serializedToken, resourceID: resourceID)
        } catch {
            return MediaTokenVerification(.errorUnknown, detail: "\(error)")
        }
    }

    /// Verifies a token: its form, signature, requestor, time and resource. The result is the first failure.
    ///
    /// - Parameters:
    ///   - serializedToken: The token that `setToken` delivers: Base64 in one line. Leading and trailing white space is ignored.
    ///   - resourceID: The resource to be played; nil checks only authenticity and time.
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
        // By bytes: for Swift, different spellings of the same characters are equal.
        guard token.requestorID.utf8.elementsEqual(requestorID.utf8) else {
            return (.invalidTokenFormat, "requestorID: \(requestorID); found \(token.requestorID)")
        }
        guard clock() < token.expiration else { return (.tokenExpired, "the token ended at issueTime + ttl") }
        if let resourceID, !token.resourceID.utf8.elementsEqual(resourceID.utf8) {
            return (.invalidResourceID, "resourceID: \(resourceID); found \(token.resourceID)")
        }
        return nil
    }
}
