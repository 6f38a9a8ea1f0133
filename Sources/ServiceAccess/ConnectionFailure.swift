import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Why a connection to a service failed.
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

    /// A name may have several addresses, which usually fail for the same reason.
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
