/// The encryption of a requestor's sensitive user metadata.
///
/// Mirrors the certificate "used to encrypt user metadata" of the service's dashboard; the documents specify RSA and Base64, but
/// not the padding.
public struct MetadataEncryption: Sendable, Equatable {
    /// The padding of values to the size of the key.
    public enum Padding: String, Sendable, CaseIterable {
        /// RSAES-PKCS1-v1_5.
        case pkcs1
        /// RSAES-OAEP with SHA-1 and MGF1.
        case oaep
    }

    /// The requestor's X.509 certificate with an RSA key: PEM, or the Base64 of DER. Only the service parses it.
    public var certificate: String
    /// The padding.
    public var padding: Padding
    /// The keys of the user metadata that are encrypted; nil: those that the table of keys marks as sensitive.
    public var fields: [String]?

    /// Creates an encryption for the owner of a certificate.
    public init(certificate: String, padding: Padding = .pkcs1) {
        self.certificate = certificate
        self.padding = padding
    }
}

/// The rule of an integration for one key of the user metadata.
public struct MetadataRule: Sendable, Codable, Equatable {
    /// Whether the requestor receives it.
    public var isEnabled = true
    /// Whether it is encrypted; nil: if the table of keys marks it as sensitive and the requestor has a certificate.
    public var isEncrypted: Bool?
}
