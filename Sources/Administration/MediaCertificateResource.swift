/// A certificate of media tokens.
package struct MediaCertificateResource: ListedResource {
    package static let path = "media-certificates"
    package static let member = "certificates"
    package static let moments = ["endsAt": MomentUnit.milliseconds]

    package var fingerprint: String
    package var current: Bool
    /// The expiration date of its last token; nil while it is used for new tokens.
    package var endsAt: Int64?
    /// In PEM.
    package var certificate: String

    package init(fingerprint: String, current: Bool, endsAt: Int64?, certificate: String) {
        self.fingerprint = fingerprint
        self.current = current
        self.endsAt = endsAt
        self.certificate = certificate
    }
}
