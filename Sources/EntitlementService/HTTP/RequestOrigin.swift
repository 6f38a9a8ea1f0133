import HTTPTypes

/// How the URLs begin that the service gives out in the answer to a request.
///
/// With the public URL, where one is configured; else with what a trusted proxy or the request's `Host` says; else with the listening
/// address. SAML messages and metadata do not follow a request: both sides would have to agree on what one sender wrote.
struct RequestOrigin: Sendable {
    let options: ServiceOptions
    /// Knows the listening address.
    let identity: ServiceProviderIdentity

    /// The URL up to its host and port.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection's other end.
    ///   - local: The address that the connection came to.
    /// - Throws: ``HTTPRefusal`` that names the header field when a trusted proxy sends a value that cannot be used.
    func url(of head: HTTPRequest, peer: String?, local: @autoclosure () -> String?) throws(HTTPRefusal) -> String {
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
        guard let host = head.authority.flatMap({ HostAuthority($0) }), isAllowed(host, local) else { return identity.baseURL }
        return "\(scheme)://\(host)"
    }

    /// Whether a request's `Host` is one of this service's own: anything else another site may have made up (DNS rebinding).
    private func isAllowed(_ host: HostAuthority, _ local: () -> String?) -> Bool {
        if host.isLoopback || options.allowedHosts.contains(host.host) { return true }
        guard let address = AddressRange(host.host), let local = local() else { return false }
        return address.contains(local)
    }

    /// The last value of a field, which is the one of the proxy that the connection comes from: those before it are from proxies
    /// behind that one, or made up.
    private static func last(_ name: HTTPField.Name, of head: HTTPRequest) -> String? {
        head.headerFields[name]?.split(separator: ",", omittingEmptySubsequences: false).last.map { String($0).trimmingBlanks }
    }

    private static func refusal(_ name: HTTPField.Name, _ accepted: String) -> HTTPRefusal {
        HTTPRefusal(.badRequest, "The \(name.rawName) header field of a trusted proxy takes \(accepted).")
    }
}

extension HTTPField.Name {
    static let forwardedProto = Self("X-Forwarded-Proto")!
    static let forwardedHost = Self("X-Forwarded-Host")!
}
