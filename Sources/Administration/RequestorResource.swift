import TVWorld

/// A requestor with its settings.
package struct RequestorResource: ListedResource {
    package static let path = "requestors"
    package static let writesNull = true

    package var id: String
    package var name: String
    package var domains: [String]
    package var customSchemes: [String]
    package var authnTTL: Int64
    package var authzTTL: Int64
    package var mediaTTL: Int64
    package var enhancedErrors: Bool
    package var denialLimit: Int64
    package var denialPeriod: Int64
    package var deviceIdMetadata: Bool
    package var defaultRedirectURL: String?
}

extension RequestorResource {
    /// Creates a resource from a requestor of the world.
    package init(_ requestor: Requestor) {
        self.init(
            id: requestor.id, name: requestor.name, domains: requestor.domains, customSchemes: requestor.customSchemes,
            authnTTL: requestor.authenticationLifetime, authzTTL: requestor.authorizationLifetime,
            mediaTTL: requestor.mediaTokenLifetime, enhancedErrors: requestor.hasEnhancedErrors,
            denialLimit: Int64(requestor.denialLimit), denialPeriod: requestor.denialPeriod,
            deviceIdMetadata: requestor.tellsDeviceID, defaultRedirectURL: requestor.defaultRedirectURL)
    }
}

/// A URL scheme of a requestor.
package struct CustomSchemeResource: ListedResource {
    package static let path = "custom-schemes"
    package static let member = "customSchemes"

    package var requestor: String
    package var scheme: String

    package init(requestor: String, scheme: String) {
        self.requestor = requestor
        self.scheme = scheme
    }
}

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
    /// The certificate in PEM.
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
