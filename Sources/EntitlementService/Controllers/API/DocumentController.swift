import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// Documents that require no token.
struct DocumentController: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let keys: ServiceKeys

    /// The routes.
    var routes: [Route] {
        [
            Route(.get, "/health", audience: .everyone, logged: false) { _ in .json(.ok, .object([.init("status", "ok")])) },
            Route(.get, "/openapi.json", audience: .everyone, logged: false) { _ in
                .content(.ok, "application/json", try OpenAPIDocument.current.get().buffer)
            },
            Route(.get, "/saml/metadata", audience: .everyone, logged: false) { _ in
                .content(.ok, "application/samlmetadata+xml", identity.metadata)
            },
            Route(.get, "/media-token/certificate", audience: .everyone, logged: false) { _ in
                .content(.ok, "application/x-pem-file", keys.media.bundle(now: engine.clock.milliseconds()))
            },
        ]
    }
}
