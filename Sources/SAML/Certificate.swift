import CXMLSec

/// An X.509 certificate with an RSA key of at least 2048 bits, as used in SAML metadata.
///
/// Only its key matters: dates, names and issuers are ignored. A party trusts only the certificates in the metadata that it was
/// given (SAML metadata interoperability profile). Two certificates are equal if their bytes are equal.
public struct Certificate: Sendable, Hashable, CustomStringConvertible {
    /// The Base64 of the certificate's DER bytes in one line, as in `ds:X509Certificate`.
    public let derBase64: String
    let key: RSAKey

    /// Creates a certificate from the first one in a PEM string.
    ///
    /// - Throws: ``SAMLError/Code/invalidCertificate``.
    public init(pem: String) throws(SAMLError) {
        try self.init(
            der: XMLSecurity.bytes(orThrow: .invalidCertificate, "PEM text: ") {
                cxs_certificate_from_pem(pem, pem.utf8.count, &$0)
            })
    }

    /// Creates a certificate from the Base64 of its DER bytes; white space is ignored, as in `ds:X509Certificate`.
    ///
    /// - Throws: ``SAMLError/Code/invalidCertificate``.
    public init(derBase64: String) throws(SAMLError) {
        guard derBase64.utf8.count <= 65_536, let bytes = Base64.decode(derBase64, ignoringWhitespace: true) else {
            throw SAMLError(.invalidCertificate, "not Base64 of at most 64 KiB")
        }
        try self.init(der: bytes)
    }

    init(der: [UInt8]) throws(SAMLError) {
        XMLSecurity.prepare()
        key = try RSAKey(cxs_key_from_certificate(der, der.count), orThrow: .invalidCertificate)
        derBase64 = Base64.encode(der)
    }

    /// The certificate in PEM (RFC 7468).
    public var pem: String {
        var text = "-----BEGIN CERTIFICATE-----\n"
        var rest = derBase64.utf8[...]
        while !rest.isEmpty {
            text += "\(String(decoding: rest.prefix(64), as: UTF8.self))\n"
            rest = rest.dropFirst(64)
        }
        return text + "-----END CERTIFICATE-----\n"
    }

    public static func == (left: Certificate, right: Certificate) -> Bool { left.derBase64 == right.derBase64 }

    public func hash(into hasher: inout Hasher) { hasher.combine(derBase64) }

    public var description: String { "Certificate(\(derBase64.prefix(16))…)" }

    /// The padding of a value to the size of the key before encryption.
    public enum Padding: Sendable {
        /// RSAES-PKCS1-v1_5.
        case pkcs1
        /// RSAES-OAEP with SHA-1 and MGF1, the default of most libraries.
        case oaep
    }

    /// Returns the maximum number of bytes that can be encrypted.
    public func encryptionLimit(_ padding: Padding) -> Int {
        // RFC 8017: OAEP needs two digests of 20 bytes and two more bytes.
        (key.bits + 7) / 8 - (padding == .pkcs1 ? 11 : 42)
    }

    /// Encrypts a few bytes for the owner of the private key.
    ///
    /// - Throws: ``SAMLError/Code/invalidField`` for more than ``encryptionLimit(_:)`` bytes.
    public func encrypt(_ bytes: [UInt8], padding: Padding) throws(SAMLError) -> [UInt8] {
        guard bytes.count <= encryptionLimit(padding) else {
            throw SAMLError(.invalidField, "\(bytes.count) bytes; the key takes at most \(encryptionLimit(padding))")
        }
        return try XMLSecurity.bytes(orThrow: .invalidField) {
            cxs_key_encrypt(key.pointer, bytes, bytes.count, padding == .oaep, &$0)
        }
    }
}

/// An RSA key in the C library, freed when its last owner releases it.
final class RSAKey: @unchecked Sendable {
    // Sendable: the key behind the pointer never changes after init, OpenSSL counts its references atomically, and every
    // operation retains its own reference (`operation_key` in cxmlsec.c).
    let pointer: OpaquePointer

    static let minimumBits = 2048

    /// Adopts the key that a function of the C library returned.
    ///
    /// - Parameter what: The beginning of the error's detail if there is none, which ends with the libraries' message.
    /// - Throws: `SAMLError` with the code if there is none, or if it is too short.
    init(_ pointer: OpaquePointer?, orThrow code: SAMLError.Code, _ what: String = "") throws(SAMLError) {
        guard let pointer else { throw SAMLError(code, what + XMLSecurity.lastError) }
        self.pointer = pointer
        guard bits >= Self.minimumBits else {
            throw SAMLError(code, "RSA key of \(bits) bits; at least \(Self.minimumBits) are needed")
        }
    }

    deinit { cxs_key_free(pointer) }

    /// The size of the modulus.
    var bits: Int { Int(cxs_key_bits(pointer)) }

    /// Returns whether both keys have the same public part.
    func matches(_ other: RSAKey) -> Bool { cxs_key_matches(pointer, other.pointer) }
}
