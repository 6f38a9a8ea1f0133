import HTTPTypes
import Hummingbird

/// Rejects requests whose head is too large or ambiguous, and determines the base of the URLs in the response.
struct RequestHeadMiddleware: Sendable {
    let origin: RequestOrigin

    /// The maximum size of a request's path and header fields, in bytes.
    private static let headLimit = 16_384

    /// Checks the head of a request and reads what the context has of it.
    ///
    /// - Throws: ``ServiceError`` with the reason why the request is rejected.
    func read(_ request: Request, _ context: inout ServiceRequestContext) throws(ServiceError) {
        try check(request)
        context.query = FormParameters(request.uri.query)
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
            var refusal = ServiceError(.notImplemented, "CONNECT is for proxies, and this service is not one.")
            refusal.headers[.connection] = "close"
            throw refusal
        }
        guard let target = request.head.path, target.hasPrefix("/") || target == "*" && request.method == .options else {
            throw ServiceError(
                .badRequest, "The target of a request is a path, or a URL with this service's scheme, its host and a path.")
        }
        // The first one is the request's authority. RFC 9112 requires a second one to be rejected: two readers could use
        // different ones.
        guard !request.headers.contains(.furtherHost) else {
            throw ServiceError(.badRequest, "The request has more than one Host header field.")
        }
    }
}
