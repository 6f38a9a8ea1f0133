import EntitlementCore
import SAML
import TVWorld

/// The encryption of a requestor's user metadata: RSA with its certificate, then Base64.
struct MetadataCipher: Sendable {
    private let certificate: Certificate
    private let encryption: MetadataEncryption

    /// Creates a cipher for the owner of a certificate.
    ///
    /// - Throws: ``SAML/SAMLError`` if the text is not a certificate with an RSA key of at least 2048 bits.
    init(_ encryption: MetadataEncryption) throws(SAMLError) {
        self.encryption = encryption
        certificate =
            encryption.certificate.contains("-----BEGIN")
            ? try Certificate(pem: encryption.certificate) : try Certificate(derBase64: encryption.certificate)
    }

    /// Returns the encrypted value. Values that are not strings are converted first: an array with commas, an object as JSON.
    ///
    /// - Throws: ``EntitlementCore/Refusal`` if it is too long for the key.
    func encrypted(_ value: AttributeValue, key: String) throws(Refusal) -> String {
        let bytes = Array(value.texts.joined(separator: ",").utf8)
        let padding: Certificate.Padding = encryption.padding == .oaep ? .oaep : .pkcs1
        do {
            return Base64.encode(try certificate.encrypt(bytes, padding: padding))
        } catch {
            throw Refusal(
                500, .metadataCertificate,
                "The value of user metadata \"\(key)\" has \(bytes.count) bytes; with padding \(encryption.padding.rawValue) the "
                    + "certificate's key accepts at most \(certificate.encryptionLimit(padding)).")
        }
    }

    /// Checks all certificates of a world, so that an invalid one is found before metadata is requested.
    static func check(_ world: World) throws {
        for (index, requestor) in world.requestors.enumerated() {
            guard let encryption = requestor.metadataEncryption else { continue }
            do throws(SAMLError) {
                _ = try MetadataCipher(encryption)
            } catch {
                throw SetupFailure(
                    "requestors[\(index)].metadata-encryption.certificate takes \(TextRule.certificate.accepted): \(error)",
                    exitCode: 65)
            }
        }
    }
}
