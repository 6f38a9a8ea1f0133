import Hummingbird
import Logging
import NIOCore

/// The context of a request.
public struct ServiceRequestContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The response's `Adobe-Request-Id`, which also appears in every log line and every error of the request.
    public internal(set) var requestID: String
    private let plainLogger: Logger
    /// The peer of the connection; nil if there is none, as in tests.
    let peer: ClientAddress?
    /// The connection.
    let channel: any Channel
    /// The caller's trace identifier; empty if there is none.
    var correlation = ""
    /// The base of the URLs in the response, such as `https://tv.example.com`; empty until the head has been checked.
    var baseURL = ""
    /// The parameters in the query; empty until the head has been checked.
    var query = FormParameters()
    /// The format of the response and of errors.
    var format = AnswerFormat.json
    /// The meaning of the path.
    var match = RouteTable.Match()
    /// The attributes of the request's route.
    var attributes = RouteTable.Match().attributes

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        requestID = RequestIDSource.next()
        plainLogger = source.logger
        peer = ClientAddress.currentPeer ?? source.channel.remoteAddress.map { ClientAddress(peer: $0) }
        channel = source.channel
    }

    /// The logger of the request, which is created on demand: most requests log nothing.
    public var logger: Logger {
        var logger = plainLogger
        logger[metadataKey: "request"] = .string(requestID)
        // Hummingbird's own identifier would be redundant.
        logger[metadataKey: "hb.request.id"] = nil
        return logger
    }

    /// Returns whether messages of a level are logged.
    func logs(_ level: Logger.Level) -> Bool { plainLogger.logLevel <= level }
}
