import HTTPTypes
import Hummingbird

/// Rejects requests whose head is too large or ambiguous, and determines the base of the URLs in the response.
struct RequestHeadMiddleware: ServiceMiddleware {
    let origin: RequestOrigin

    /// The maximum size of a request's path and header fields, in bytes.
    private static let headLimit = 16_384

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        try check(request)
        var context = context
        context.query = FormParameters(request.uri.query)
        context.baseURL = try origin.url(
            of: request.head, peer: context.peer?.ipAddress, local: context.channel.localAddress?.ipAddress)
        return try await next(request, context)
    }

    private func check(_ request: Request) throws {
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
        guard request.headers[.furtherHost] == nil else {
            throw ServiceError(.badRequest, "The request has more than one Host header field.")
        }
        if let authority = request.head.authority, !authority.isEmpty, HostAuthority(authority) == nil {
            throw ServiceError(.badRequest, "The Host header field takes \(HostAuthority.accepted).")
        }
    }
}
