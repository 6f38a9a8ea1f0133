import EntitlementCore
import Hummingbird
import Logging

/// What goes along with a request.
public struct ServiceRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The answer's `Adobe-Request-Id`, also in every log line about the request.
    public let requestID: String

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        requestID = SystemRandomSource().uuid()
        logger[metadataKey: "request"] = .string(requestID)
    }
}
