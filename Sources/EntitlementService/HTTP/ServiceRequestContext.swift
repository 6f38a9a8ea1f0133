import EntitlementCore
import Hummingbird
import Logging
import NIOCore

/// What goes along with a request.
public struct ServiceRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The answer's `Adobe-Request-Id`, also in every log line about the request.
    public let requestID: String
    /// The other end of the connection; nil where there is none, as in tests.
    let peer: SocketAddress?
    /// The format of the answer and of errors.
    var format = AnswerFormat.json

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        requestID = SystemRandomSource().uuid()
        peer = source.channel.remoteAddress
        logger[metadataKey: "request"] = .string(requestID)
    }
}
