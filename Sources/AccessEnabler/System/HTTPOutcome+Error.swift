import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

extension HTTPOutcome {
    /// What an error of the HTTP client means for a request to a service.
    ///
    /// Only what says that somebody else answers in the service's place is insecure: a certificate that is not trusted or another
    /// host's, an expired one, no TLS where TLS is due. A connection that is lost within TLS is lost like any other.
    init(_ error: any Error, of service: String) {
        switch error {
        case let error as HTTPClientError: self.init(error, of: service)
        case let error as NIOSSLError: self.init(error, of: service)
        case let error as HTTPParserError where error == .invalidEOFState: self = .lost(service)
        case is HTTPParserError: self = .unreachable("\(service) does not answer in HTTP.")
        case let error as IOError where [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode): self = .lost(service)
        // Closed by the service while the client was still preparing the connection or about to write.
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof: self = .lost(service)
        case is AnswerCollector.TooLarge:
            self = .unreachable("\(service) answered with more than \(AnswerCollector.largestBody) bytes.")
        case is CancellationError: self = .unreachable("\(service) is asked no longer.")
        // The names of nearly all of its errors are not public.
        case _ where String(reflecting: type(of: error)).hasPrefix("NIOSSL."): self = .insecure("\(service): \(error)")
        default: self = .unreachable("\(service): \(error)")
        }
    }

    private init(_ error: HTTPClientError, of service: String) {
        switch error {
        case .deadlineExceeded, .readTimeout, .tlsHandshakeTimeout: self = .unreachable("\(service) did not answer in time.")
        case .connectTimeout, .getConnectionFromPoolTimeout: self = .unreachable("\(service) took no connection in time.")
        case .remoteConnectionClosed: self = .lost(service)
        case .cancelled: self = .unreachable("\(service) is asked no longer.")
        default: self = .unreachable("\(service): \(error)")
        }
    }

    private init(_ error: NIOSSLError, of service: String) {
        switch error {
        case .uncleanShutdown, .handshakeFailed(.sslError([.eofDuringHandshake])): self = .lost(service)
        default: self = .insecure("\(service): \(error)")
        }
    }

    private static func lost(_ service: String) -> HTTPOutcome {
        .interrupted("\(service) closed the connection before its answer was complete.")
    }
}
