import EntitlementCore
import Hummingbird
import Logging
import NIOCore

/// What goes along with a request.
public struct ServiceRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The answer's `Adobe-Request-Id`, also in every log line and every error about the request.
    public private(set) var requestID: String {
        didSet { logger[metadataKey: "request"] = .string(requestID) }
    }
    /// The other end of the connection; nil where there is none, as in tests.
    let peer: SocketAddress?
    /// The connection.
    let channel: any Channel
    /// The trace that the caller counts the request to; empty when it said none.
    var correlation = ""
    /// How the URLs begin that the answer gives out, as `https://tv.example.com`; empty as long as the head is not checked.
    var baseURL = ""
    /// The format of the answer and of errors.
    var format = AnswerFormat.json

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        requestID = SystemRandomSource().uuid()
        peer = source.channel.remoteAddress
        channel = source.channel
        logger[metadataKey: "request"] = .string(requestID)
        // Hummingbird's own identifier would be a second one.
        logger[metadataKey: "hb.request.id"] = nil
    }

    /// The same with the identifier that the caller traces its request by, if it sent one.
    func traced(as identifier: String?) -> Self {
        guard let identifier else { return self }
        var context = self
        context.requestID = identifier
        return context
    }
}
