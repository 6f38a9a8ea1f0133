import Encodings
import Hummingbird
import Logging
import NIOCore
import Synchronization
import TVWorld

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

/// The source of the requests' identifiers.
///
/// They only distinguish requests and are not secret, so they come from a fast generator (SplitMix64) with a random start.
private enum RequestIDSource {
    private static let generator = Mutex(SeededGenerator(seed: seed))
    private static let seed: UInt64 = systemRandomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }

    /// Returns an identifier in the form of a UUID (version 4).
    static func next() -> String {
        let (high, low) = generator.withLock { ($0.next(), $0.next()) }
        return String(unsafeUninitializedCapacity: 36) { buffer in
            var (place, rest) = (0, (high & ~0xF000 | 0x4000, low & ~(3 << 62) | 1 << 63))
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    buffer[place] = UInt8(ascii: "-")
                    place += 1
                }
                if index == 16 { rest.0 = rest.1 }
                buffer[place] = hexadecimalDigit(UInt8(truncatingIfNeeded: rest.0 >> 60))
                rest.0 <<= 4
                place += 1
            }
            return place
        }
    }
}
