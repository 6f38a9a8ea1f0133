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
        let local = String(rest[host.endIndex...])
        if local.isEmpty, method == .OPTIONS {
            // A request to a proxy about the whole service (3.2.4).
            path = "*"
        } else {
            path = local.hasPrefix("/") ? local : "/" + local
        }
    }
}
