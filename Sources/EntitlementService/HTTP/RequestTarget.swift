import NIOCore
import NIOHTTP1

/// The target in a request's first line (RFC 9112, 3.2).
struct RequestTarget: Equatable {
    /// The host of a target that is a URL, not yet checked; nil where the `Host` field says it.
    let authority: String?
    /// Path and query, `*` for the service as a whole, the host of CONNECT; empty for what this service does not take.
    let path: String

    /// Reads `/path`, `http://host/path`, and `*`.
    ///
    /// - Parameter isSecure: Whether the scheme is https, else http.
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
        // What was asked of a proxy about the whole service (3.2.4).
        path = local.isEmpty && method == .OPTIONS ? "*" : local.hasPrefix("/") ? String(local) : "/" + local
    }
}

/// Gives every request the form that a client sends to a server: a path as target, and the host in the `Host` field. Works on the first
/// line as it was sent, since the next handler drops the host of a URL.
final class RequestTargetReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let isSecure: Bool

    /// - Parameter isSecure: Whether the connection is inside TLS.
    init(isSecure: Bool) { self.isSecure = isSecure }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        let target = RequestTarget(head.uri, method: head.method, isSecure: isSecure)
        head.uri = target.path
        // A second Host, or one that is none, is left for the refusal that it gets with any target.
        let hosts = head.headers["Host"]
        if let authority = target.authority, hosts.count <= 1, hosts.allSatisfy({ HostAuthority($0) != nil }) {
            head.headers.replaceOrAdd(name: "Host", value: authority)
        }
        // What follows a CONNECT would belong to the connection that was asked for.
        if head.method == .CONNECT { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
