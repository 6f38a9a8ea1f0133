import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// The routes that require no token.
    var publicRoutes: [Route] {
        [
            Route(.get, "/health") { _ in .json(.ok, .object([.init("status", "ok")])) },
            Route(.get, "/openapi.json") { _ in .content(.ok, "application/json", try OpenAPIDocument.current.get().buffer) },
            Route(.get, "/saml/metadata") { _ in .content(.ok, "application/samlmetadata+xml", identity.metadata) },
            Route(.get, "/media-token/certificate") { _ in
                .content(.ok, "application/x-pem-file", keys.media.bundle(now: engine.clock.milliseconds()))
            },
        ]
    }
}
