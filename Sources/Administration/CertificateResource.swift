/// A certificate of a requestor.
package struct CertificateResource: ListedResource {
    package static let path = "certificates"
    package static let moments = ["notBefore": MomentUnit.seconds, "notAfter": .seconds]

    package var id: String
    package var requestor: String
    package var serial: String
    package var issuer: String
    package var subject: String
    package var notBefore: Int64
    package var notAfter: Int64
    package var encryptsMetadata: Bool
    /// In PEM.
    package var certificate: String

    package init(
        id: String, requestor: String, serial: String, issuer: String, subject: String, notBefore: Int64, notAfter: Int64,
        encryptsMetadata: Bool, certificate: String
    ) {
        self.id = id
        self.requestor = requestor
        self.serial = serial
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.encryptsMetadata = encryptsMetadata
        self.certificate = certificate
    }
}
