import CXMLSec

extension Certificate {
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
