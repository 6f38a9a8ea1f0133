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
