import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The reason why a connection to a service failed.
package enum ConnectionFailure {
    /// Returns the reason in an error of the HTTP client, for users: the system's own text, or that of BoringSSL, without the
    /// names of types and the paths of source files that NIO's descriptions contain.
    package static func reason(_ error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as SocketAddressError.UnknownHost: error.errorDescription
        case let error as NIOConnectionError: connectionReason(error)
        case let error as NIOSSLError: securityReason(error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: "its certificate is for another host"
        case let error as BoringSSLError: libraryReason(error)
        default: "\(error)"
        }
    }

    /// Returns the reasons, each once: a name may have several addresses, which usually fail for the same reason.
    private static func connectionReason(_ error: NIOConnectionError) -> String {
        var reasons: [String] = []
        for failure in error.connectionErrors {
            let reason = reason(failure.error)
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        if let lookup = error.dnsAError ?? error.dnsAAAAError, reasons.isEmpty { return reason(lookup) }
        return reasons.isEmpty ? "\(error)" : reasons.joined(separator: ", ")
    }

    private static func securityReason(_ error: NIOSSLError) -> String {
        switch error {
        case .handshakeFailed(let cause): "the TLS handshake failed: \(libraryReason(cause))"
        case .noSuchFilesystemObject: "the file with the trusted certificates does not exist"
        default: "\(error)"
        }
    }

    private static func libraryReason(_ error: BoringSSLError) -> String {
        switch error {
        case .sslError(let entries), .unknownError(let entries): entries.map(text).joined(separator: ", ")
        default: "\(error)"
        }
    }

    /// Returns `wrong version number` for `Error: 1 error:2:SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER at tls.cc:3`.
    private static func text(_ entry: BoringSSLInternalError) -> String {
        let parts = "\(entry)".components(separatedBy: "OPENSSL_internal:")
        guard parts.count == 2 else { return "\(entry)" }
        return parts[1].prefix(while: { $0 != " " }).replacingOccurrences(of: "_", with: " ").lowercased()
    }
}

extension HTTPOutcome {
    /// Creates the outcome of a request to a service from an error of the HTTP client.
    ///
    /// An error counts as insecure if the response may have come from another server: the certificate is untrusted, has expired or
    /// is for another host, or TLS is required and missing. A connection that is lost within TLS is lost like any other.
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
