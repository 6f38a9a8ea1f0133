import Encodings
import HTTPTypes
import Hummingbird
import Synchronization

/// The middleware that rejects requests whose head is too large or ambiguous, and determines the base of the URLs in the
/// response.
struct RequestHeadMiddleware: Sendable {
    let origin: RequestOrigin

    /// The maximum size of a request's path and header fields, in bytes.
    private static let headLimit = 16_384

    /// Checks the head of a request, and reads the parts of the context that it contains.
    ///
    /// - Throws: ``ServiceError`` with the reason why the request is rejected.
    func read(_ request: Request, _ context: inout ServiceRequestContext) throws(ServiceError) {
        try check(request)
        if let query = request.uri.query { context.query = try FormParameters(query) }
        context.baseURL = try url(of: request.head, context)
    }

    private func url(of head: HTTPRequest, _ context: ServiceRequestContext) throws(ServiceError) -> String {
        if let url = origin.rememberedURL(of: head) { return url }
        if let authority = head.authority, !authority.isEmpty, HostAuthority(authority) == nil {
            throw ServiceError(.badRequest, "The Host header field takes \(HostAuthority.accepted).")
        }
        return try origin.url(of: head, peer: context.peer?.text, local: context.channel.localAddress?.ipAddress)
    }

    private func check(_ request: Request) throws(ServiceError) {
        guard request.uri.string.utf8.count <= Self.headLimit else {
            throw ServiceError(.uriTooLong, "The URL is longer than \(Self.headLimit) bytes.")
        }
        let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard size <= Self.headLimit else {
            throw ServiceError(.requestHeaderFieldsTooLarge, "The header fields are larger than \(Self.headLimit) bytes.")
        }
        guard request.method != .connect else {
            throw ServiceError(.notImplemented, "CONNECT is for proxies, and this service is not one.")
        }
        if let coding = request.headers.value(.transferEncoding), coding.lowercased() != "chunked" {
            throw ServiceError(.notImplemented, "The service accepts no Transfer-Encoding other than chunked.")
        }
        // An empty field names no coding.
        if APICall.hasBody(request), let coding = request.headers.value(.contentEncoding),
            !["", "identity"].contains(coding.lowercased())
        {
            var refusal = ServiceError(.unsupportedMediaType, "The service accepts no body with a Content-Encoding.")
            refusal.headers[.acceptEncoding] = "identity"
            throw refusal
        }
        guard let target = request.head.path, target.hasPrefix("/") || target == "*" && request.method == .options else {
            throw ServiceError(
                .badRequest, "The target of a request is a path, or a URL with this service's scheme, its host and a path.")
        }
        guard request.head.authority != nil else {
            throw ServiceError(.badRequest, "The request has no Host header field, which HTTP/1.1 requires.")
        }
        // The first one is the request's authority. RFC 9112 requires a second one to be rejected: two readers could use
        // different ones.
        guard !request.headers.contains(.furtherHost) else {
            throw ServiceError(.badRequest, "The request has more than one Host header field.")
        }
    }
}

/// The base of the URLs in the response to a request.
///
/// The public URL, if one is configured; or else the values of a trusted proxy or the request's `Host`; or else the listening
/// address. SAML messages and metadata do not depend on a request: both sides would have to agree on one sender's values.
final class RequestOrigin: Sendable {
    private let options: ServiceOptions
    private let identity: ServiceProviderIdentity
    /// The last accepted `Host`, with its URL: parsing it costs thousands of instructions, and most requests have the same one.
    private let last = Mutex<(authority: String?, scheme: String?, url: String?)>((nil, nil, nil))

    /// - Parameter identity: Provides the listening address.
    init(options: ServiceOptions, identity: ServiceProviderIdentity) {
        self.options = options
        self.identity = identity
    }

    /// Returns the URL for the last request's `Host`, if this one has the same and the URL depends only on it and the options.
    func rememberedURL(of head: HTTPRequest) -> String? {
        last.withLock { $0.authority == head.authority && $0.scheme == head.scheme ? $0.url : nil }
    }

    /// Returns the URL up to its host and port.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection's peer.
    ///   - local: The local address of the connection.
    /// - Throws: ``ServiceError`` with the header field if a trusted proxy sends an invalid value.
    func url(of head: HTTPRequest, peer: String?, local: @autoclosure () -> String?) throws(ServiceError) -> String {
        if let url = options.publicURL { return url }
        var scheme = head.scheme == "https" ? "https" : "http"
        if let peer, options.trustedProxies.contains(where: { $0.contains(peer) }) {
            if let text = Self.last(.forwardedProto, of: head) {
                scheme = text.lowercased()
                guard scheme == "http" || scheme == "https" else { throw Self.refusal(.forwardedProto, "http or https") }
            }
            if let text = Self.last(.forwardedHost, of: head) {
                guard let host = HostAuthority(text) else { throw Self.refusal(.forwardedHost, HostAuthority.accepted) }
                return "\(scheme)://\(host)"
            }
        }
        guard let host = head.authority.flatMap({ HostAuthority($0) }) else { return identity.baseURL }
        let url = "\(scheme)://\(host)"
        guard host.isLoopback || options.allowedHosts.contains(host.host) else {
            return isLocal(host, local) ? url : identity.baseURL
        }
        if options.trustedProxies.isEmpty { last.withLock { $0 = (head.authority, head.scheme, url) } }
        return url
    }

    /// Returns whether a request's `Host` is the address at which it arrived; others may come from other sites (DNS rebinding).
    private func isLocal(_ host: HostAuthority, _ local: () -> String?) -> Bool {
        guard let address = AddressRange(host.host), let local = local() else { return false }
        return address.contains(local)
    }

    /// Returns the last value of a field, which is that of the proxy at the other end of the connection: earlier values come from
    /// proxies behind it, or are forged.
    private static func last(_ name: HTTPField.Name, of head: HTTPRequest) -> String? {
        head.headerFields[name]?.split(separator: ",", omittingEmptySubsequences: false).last?.trimmingWhitespace
    }

    private static func refusal(_ name: HTTPField.Name, _ accepted: String) -> ServiceError {
        ServiceError(.badRequest, "The \(name.rawName) header field of a trusted proxy takes \(accepted).")
    }
}

extension HTTPField.Name {
    static let forwardedProto = Self("X-Forwarded-Proto")!
    static let forwardedHost = Self("X-Forwarded-Host")!
}
