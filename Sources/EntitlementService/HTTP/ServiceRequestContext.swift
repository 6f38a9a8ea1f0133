import EntitlementCore
import Hummingbird
import Logging
import NIOCore

/// The context of a request.
public struct ServiceRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The response's `Adobe-Request-Id`, also in every log line and every error of the request.
    public private(set) var requestID: String {
        didSet { logger[metadataKey: "request"] = .string(requestID) }
    }
    /// The peer of the connection; nil if there is none, as in tests.
    let peer: SocketAddress?
    /// The connection.
    let channel: any Channel
    /// The caller's trace identifier; empty if there is none.
    var correlation = ""
    /// The base of the URLs in the response, such as `https://tv.example.com`; empty until the head has been checked.
    var baseURL = ""
    /// The format of the response and of errors.
    var format = AnswerFormat.json
    /// The meaning of the path.
    var match = RouteTable.Match()
    /// The attributes of the request's route.
    var attributes = RouteTable.Match().attributes

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        requestID = SystemRandomSource().uuid()
        peer = source.channel.remoteAddress
        channel = source.channel
        logger[metadataKey: "request"] = .string(requestID)
        // Hummingbird's own identifier would be a second one.
        logger[metadataKey: "hb.request.id"] = nil
    }

    /// Returns the same context with the caller's trace identifier, if it sent one.
    func traced(as identifier: String?) -> Self {
        guard let identifier else { return self }
        var context = self
        context.requestID = identifier
        return context
    }
}
