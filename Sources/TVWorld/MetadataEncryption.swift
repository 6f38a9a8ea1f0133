/// With what the service encrypts a requestor's sensitive user metadata.
///
/// Mirrors the certificate "used to encrypt user metadata" of the service's dashboard; the documents say RSA and Base64, and
/// nothing of the padding.
public struct MetadataEncryption: Sendable, Codable, Equatable {
    /// How values are filled up to the size of the key.
    public enum Padding: String, Sendable, Codable, CaseIterable {
        /// RSAES-PKCS1-v1_5.
        case pkcs1
        /// RSAES-OAEP with SHA-1 and MGF1.
        case oaep
    }

    /// The requestor's X.509 certificate with an RSA key: PEM, or the Base64 of DER. The service reads it, nobody else.
    public var certificate: String
    /// How values are filled up.
    public var padding: Padding
    /// The keys of the user metadata that are encrypted; nil is what the table of keys says: the sensitive ones.
    public var fields: [String]?

    /// An encryption for the owner of a certificate.
    public init(certificate: String, padding: Padding = .pkcs1) {
        self.certificate = certificate
        self.padding = padding
    }
}

/// What an integration does with one key of the user metadata.
public struct MetadataRule: Sendable, Codable, Equatable {
    /// Whether the requestor gets it at all.
    public var isEnabled: Bool
    /// Whether it is encrypted; nil is what the table of keys says: the sensitive ones are, where the requestor has a certificate.
    public var isEncrypted: Bool?

    /// A rule.
    public init(isEnabled: Bool = true, isEncrypted: Bool? = nil) {
        self.isEnabled = isEnabled
        self.isEncrypted = isEncrypted
    }
}
