/// A certificate that a programmer gave for a requestor; one of them may encrypt user metadata.
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
    /// Who issued it.
    public var issuer: String
    /// Whose it is.
    public var subject: String
    /// From when on it is valid, in Unix seconds.
    public var notBefore: Int64
    /// Until when it is valid, in Unix seconds.
    public var notAfter: Int64
    /// When it was added, in Unix milliseconds.
    public var createdAt: Int64
    /// Whether user metadata is encrypted for it.
    public var encryptsMetadata: Bool

    /// A certificate that was read.
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

    /// How many certificates a requestor may have.
    public static let limit = 16

    public var recordKey: String { id + "." + requestor }
}
