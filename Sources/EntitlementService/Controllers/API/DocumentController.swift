import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

/// Documents that require no token.
struct DocumentController: Sendable {
    let engine: EntitlementEngine
    let identity: ServiceProviderIdentity
    let keys: ServiceKeys

    var routes: [Route] {
        [
            Route(.get, "/health", audience: .everyone) { _ in Self.status("ok") },
            Route(.get, "/healthz", audience: .everyone) { _ in Self.status("ok") },
            Route(.get, "/readyz", audience: .everyone) { call in
                do { try await engine.refresh() } catch let failure as StoreFailure where !failure.isTemporary {
                    // Other calls get 500; load balancers expect 503 from a node that is not ready.
                    call.logger.error("the service is not ready", metadata: ["reason": "\(failure)"])
                    throw ServiceError(Refusal(503, .internalError, failure.summary))
                }
                if let problem = engine.shared?.node.problem { throw ServiceError(Refusal(503, .internalError, problem)) }
                return Self.status("ready")
            },
            Route(.get, "/openapi.json", audience: .everyone) { _ in
                .content(.ok, "application/json", try OpenAPIDocument.current.get().buffer)
            },
            Route(.get, "/saml/metadata", audience: .everyone) { _ in
                .content(.ok, "application/samlmetadata+xml", identity.metadata)
            },
            Route(.get, "/media-token/certificate", audience: .everyone) { _ in
                .content(.ok, "application/x-pem-file", keys.media.bundle(now: engine.clock.milliseconds()))
            },
        ]
    }

    private static func status(_ text: String) -> Response { .json(.ok, ["status": .string(text)]) }
}
