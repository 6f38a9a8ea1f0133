import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

extension HTTPOutcome {
    /// Creates the outcome of a request to a service from an error of the HTTP client.
    ///
    /// An error is insecure only if another server answers in the service's place: its certificate is untrusted, expired or for
    /// another host, or TLS is required and missing. A connection that is lost within TLS is lost like any other.
    package init(_ error: any Error, of service: String) {
        switch error {
        case let error as HTTPClientError: self.init(error, of: service)
        case let error as NIOSSLError: self.init(error, of: service)
        case let error as HTTPParserError where error == .invalidEOFState: self = .lost(service)
        case is HTTPParserError: self = .unreachable("\(service) does not respond in HTTP.")
        case let error as IOError where [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode): self = .lost(service)
        // The service closed the connection while the client was still preparing it or about to write.
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof: self = .lost(service)
        case is AnswerCollector.TooLarge:
            self = .unreachable("\(service) answered with more than \(AnswerCollector.largestBody) bytes.")
        case is CancellationError: self = .unreachable("The request to \(service) was cancelled.")
        // Most of NIOSSL's error types are not public.
        case _ where String(reflecting: type(of: error)).hasPrefix("NIOSSL."):
            self = .insecure("\(service): \(ConnectionFailure.reason(error))")
        default: self = .unreachable("\(service): \(ConnectionFailure.reason(error))")
        }
    }

    private init(_ error: HTTPClientError, of service: String) {
        switch error {
        case .deadlineExceeded, .readTimeout, .tlsHandshakeTimeout: self = .unreachable("\(service) did not answer in time.")
        case .connectTimeout, .getConnectionFromPoolTimeout:
            self = .unreachable("\(service) did not accept the connection in time.")
        case .remoteConnectionClosed: self = .lost(service)
        case .cancelled: self = .unreachable("The request to \(service) was cancelled.")
        default: self = .unreachable("\(service): \(ConnectionFailure.reason(error))")
        }
    }

    private init(_ error: NIOSSLError, of service: String) {
        switch error {
        case .uncleanShutdown, .handshakeFailed(.sslError([.eofDuringHandshake])): self = .lost(service)
        default: self = .insecure("\(service): \(ConnectionFailure.reason(error))")
        }
    }

    private static func lost(_ service: String) -> HTTPOutcome {
        .interrupted("\(service) closed the connection before its answer was complete.")
    }
}
