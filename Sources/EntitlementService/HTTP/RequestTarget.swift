import NIOCore
import NIOHTTP1

/// The target in a request line (RFC 9112, 3.2).
struct RequestTarget: Equatable {
    /// The unchecked host of a target that is a URL; nil if the `Host` field contains it.
    let authority: String?
    /// The path and query, `*` for the service as a whole, the host of CONNECT; empty if the target is not supported.
    let path: String

    /// Creates a target from `/path`, `http://host/path`, and `*`.
    ///
    /// - Parameter isSecure: Whether the scheme is https instead of http.
    init(_ text: String, method: HTTPMethod, isSecure: Bool) {
        let scheme = isSecure ? "https://" : "http://"
        guard !text.hasPrefix("/"), text != "*", method != .CONNECT else {
            authority = nil
            path = text
            return
        }
        let rest = text.dropFirst(scheme.count)
        let host = rest.prefix { !"/?#".contains($0) }
        guard text.prefix(scheme.count).lowercased() == scheme, !host.isEmpty else {
            authority = nil
            path = ""
            return
        }
        authority = String(host)
        let local = rest[host.endIndex...]
        // A request to a proxy about the whole service (3.2.4).
        path = local.isEmpty && method == .OPTIONS ? "*" : local.hasPrefix("/") ? String(local) : "/" + local
    }
}

/// Converts every request to the form that a client sends to a server: a path as target, and the host in the `Host` field. Works
/// on the request line as it was sent, because the next handler removes the host of a URL.
final class RequestTargetReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let isSecure: Bool

    /// - Parameter isSecure: Whether the connection uses TLS.
    init(isSecure: Bool) { self.isSecure = isSecure }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let target = RequestTarget(head.uri, method: head.method, isSecure: isSecure)
        head.uri = target.path
        // A second or invalid Host is left to the refusal that it gets with any target.
        let hosts = head.headers["Host"]
        if let authority = target.authority, hosts.count <= 1, hosts.allSatisfy({ HostAuthority($0) != nil }) {
            head.headers.replaceOrAdd(name: "Host", value: authority)
        }
        // The data after a CONNECT would belong to the requested connection.
        if head.method == .CONNECT { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
