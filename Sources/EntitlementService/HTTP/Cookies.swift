import Hummingbird

extension APICall {
    /// Returns the value of a cookie that the browser sent.
    func cookie(_ name: String) -> String? { request.cookies[name]?.value }

    /// Whether the browser reaches the service under TLS.
    var isSecure: Bool { baseURL.hasPrefix("https://") }

    /// Returns a cookie that scripts cannot read and other sites' forms do not send; under TLS, it is sent only over TLS.
    ///
    /// - Parameters:
    ///   - path: The path for which the browser sends it.
    ///   - lifetime: The time for which the browser keeps it, in seconds; nil: until the browser is closed. 0 removes it.
    ///   - sameSite: With `.strict`, the browser does not send it either when it follows another site's link.
    func newCookie(
        _ name: String, _ value: String, path: String = "/", lifetime: Int? = nil, sameSite: Cookie.SameSite = .lax
    ) -> Cookie {
        Cookie(name: name, value: value, maxAge: lifetime, path: path, secure: isSecure, httpOnly: true, sameSite: sameSite)
    }
}
