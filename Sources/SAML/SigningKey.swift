import CXMLSec
import Dates

/// A private RSA key for signing, with its self-signed certificate.
///
/// The key is held by OpenSSL, which xmlsec depends on anyway. It may be used by several threads concurrently.
public final class SigningKey: Sendable {
    /// The certificate with which others verify; it is part of the party's metadata.
    public let certificate: Certificate
    let key: RSAKey

    private init(key: RSAKey, certificate: Certificate) {
        self.key = key
        self.certificate = certificate
    }

    /// Generates an RSA-2048 key and a self-signed certificate (SHA-256) for it. Takes about 100 ms of processor time.
    ///
    /// - Parameters:
    ///   - commonName: The subject, 1 to 64 characters.
    ///   - validity: The period of validity of the certificate, in seconds from `now`; by default ten years.
    ///   - now: The current time, in Unix seconds.
    ///   - spare: A private key in PEM that was generated in advance and is used nowhere else; it is used if possible.
    /// - Throws: ``SAMLError/Code/invalidField`` for a name or time that a certificate cannot contain.
    public static func generate(
        commonName: String, validity: Int64 = 315_360_000, now: Int64, spare: String? = nil
    ) throws(SAMLError) -> SigningKey {
        XMLSecurity.prepare()
        let end = now.addingReportingOverflow(validity)
        guard validity > 0, !end.overflow, XMLDateTime.range.contains(now), XMLDateTime.range.contains(end.partialValue) else {
            throw SAMLError(.invalidField, "validity: a positive number of seconds that ends before the year 10000")
        }
        guard (1...64).contains(commonName.unicodeScalars.count), XMLText.isLegal(commonName) else {
            throw SAMLError(.invalidField, "commonName: 1 to 64 characters")
        }
        let key =
            if let key = spare.flatMap({ try? privateKey(pem: $0) }) {
                key
            } else {
                try RSAKey(cxs_key_generate(UInt32(RSAKey.minimumBits)), orThrow: .invalidKey)
            }
        let der = try XMLSecurity.bytes(orThrow: .invalidField, "commonName or validity: ") {
            cxs_certificate_create(key.pointer, commonName, now, end.partialValue, &$0)
        }
        return SigningKey(key: key, certificate: try Certificate(der: der))
    }

    private static func privateKey(pem: String) throws(SAMLError) -> RSAKey {
        try RSAKey(cxs_key_from_pem(pem, pem.utf8.count), orThrow: .invalidKey, "PEM text: ")
    }

    /// Creates a key from ``pem``: a private key (PKCS#8 or PKCS#1, unencrypted) and its certificate.
    ///
    /// - Throws: ``SAMLError/Code/invalidKey``, ``SAMLError/Code/invalidCertificate``.
    public convenience init(pem: String) throws(SAMLError) {
        XMLSecurity.prepare()
        let key = try SigningKey.privateKey(pem: pem)
        let certificate = try Certificate(pem: pem)
        guard key.matches(certificate.key) else { throw SAMLError(.invalidKey, "the certificate belongs to another key") }
        self.init(key: key, certificate: certificate)
    }

    /// The private key (PKCS#8) in PEM. Serialized for each access, which takes OpenSSL as long as reading a key.
    ///
    /// - Throws: ``SAMLError/Code/invalidKey`` if OpenSSL cannot write the key.
    public var privateKeyPEM: String {
        get throws(SAMLError) {
            String(decoding: try XMLSecurity.bytes(orThrow: .invalidKey) { cxs_key_to_pem(key.pointer, &$0) }, as: UTF8.self)
        }
    }

    /// The private key and the certificate, for a file that only its owner can read.
    ///
    /// - Throws: ``SAMLError/Code/invalidKey`` if OpenSSL cannot write the key.
    public var pem: String {
        get throws(SAMLError) { try privateKeyPEM + certificate.pem }
    }

    /// Returns the signature of a text: RSASSA-PKCS1-v1_5 with SHA-256.
    ///
    /// - Throws: ``SAMLError/Code/signingFailed``.
    public func signature(of text: String) throws(SAMLError) -> [UInt8] {
        try XMLSecurity.bytes(orThrow: .signingFailed) { cxs_sign_bytes(key.pointer, text, text.utf8.count, &$0) }
    }
}

extension SigningKey {
    /// Generates the key of a simulated party. Its certificate is valid from the day before: a verifier's clock may be slow.
    ///
    /// - Parameters:
    ///   - party: The party's name; its first 64 characters are the certificate's subject.
    ///   - now: The current time, in Unix seconds.
    ///   - spare: As for ``generate(commonName:validity:now:spare:)``.
    /// - Throws: ``SAMLError/Code/invalidField`` for a name or time that a certificate cannot contain.
    public static func make(for party: String, now: Int64, spare: String? = nil) throws(SAMLError) -> SigningKey {
        let name = String(party.unicodeScalars.prefix(64).map { Character($0) })
        let isEarly = now < XMLDateTime.range.lowerBound + 86_400
        return try generate(commonName: name, now: isEarly ? now : now - 86_400, spare: spare)
    }

    /// Generates a key that no service trusts, for faults.
    ///
    /// - Parameters:
    ///   - now: The current time, in Unix seconds.
    ///   - spare: As for ``generate(commonName:validity:now:spare:)``.
    /// - Throws: ``SAMLError/Code/invalidField`` for a time that a certificate cannot contain.
    public static func makeUntrusted(now: Int64, spare: String? = nil) throws(SAMLError) -> SigningKey {
        try make(for: "untrusted.example", now: now, spare: spare)
    }
}
