/// A media token, which the service issued for tests.
package struct MediaTokenResource: AddressedResource {
    package static let path = "media-tokens"
    package static let moments = ["issuedAt": MomentUnit.milliseconds, "expiresAt": .milliseconds]

    package var requestor: String
    package var resource: String
    package var mvpd: String
    /// The signed token in Base64.
    package var token: String
    package var issuedAt: Int64
    package var expiresAt: Int64

    package init(requestor: String, resource: String, mvpd: String, token: String, issuedAt: Int64, expiresAt: Int64) {
        self.requestor = requestor
        self.resource = resource
        self.mvpd = mvpd
        self.token = token
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

/// A certificate of media tokens.
package struct MediaCertificateResource: ListedResource {
    package static let path = "media-certificates"
    package static let member = "certificates"
    package static let moments = ["endsAt": MomentUnit.milliseconds]

    package var fingerprint: String
    package var current: Bool
    /// The time after which no token that it may have signed is valid; nil while it is used for new tokens.
    package var endsAt: Int64?
    /// The certificate in PEM.
    package var certificate: String

    package init(fingerprint: String, current: Bool, endsAt: Int64?, certificate: String) {
        self.fingerprint = fingerprint
        self.current = current
        self.endsAt = endsAt
        self.certificate = certificate
    }
}
