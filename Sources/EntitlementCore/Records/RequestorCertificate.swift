/// A certificate of a programmer for a requestor; one of them may encrypt user metadata.
public struct RequestorCertificate: StoredRecord, Identifiable {
    public static let table = "certificate"
    public static let isConfiguration = true

    /// The SHA-256 of the certificate in DER, in hexadecimal digits.
    public var id: String
    /// The requestor.
    public var requestor: String
    /// The certificate in PEM.
    public var pem: String
    /// Its serial number, in hexadecimal digits.
    public var serial: String
    /// The issuer.
    public var issuer: String
    /// The subject.
    public var subject: String
    /// The date from which it is valid, in Unix seconds.
    public var notBefore: Int64
    /// The date until which it is valid, in Unix seconds.
    public var notAfter: Int64
    /// The date of the addition, in Unix milliseconds.
    public var createdAt: Int64
    /// Whether user metadata is encrypted for it.
    public var encryptsMetadata: Bool

    /// Creates a certificate that was read.
    public init(
        id: String, requestor: String, pem: String, serial: String, issuer: String, subject: String, notBefore: Int64,
        notAfter: Int64, createdAt: Int64, encryptsMetadata: Bool = false
    ) {
        self.id = id
        self.requestor = requestor
        self.pem = pem
        self.serial = serial
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.createdAt = createdAt
        self.encryptsMetadata = encryptsMetadata
    }

    /// The maximum number of certificates of a requestor.
    public static let limit = 16

    public var recordKey: String { id + "." + requestor }
}
