import Hummingbird

extension APICall {
    /// The value of a cookie that the browser sent.
    func cookie(_ name: String) -> String? { request.cookies[name]?.value }

    /// Whether the browser reaches the service under TLS.
    var isSecure: Bool { baseURL.hasPrefix("https://") }

    /// A cookie that scripts cannot read and other sites' forms do not send; under TLS it travels under TLS only.
    ///
    /// - Parameters:
    ///   - path: The path for which the browser sends it.
    ///   - lifetime: How long the browser keeps it, in seconds; nil: until it is closed.
    func newCookie(_ name: String, _ value: String, path: String = "/", lifetime: Int? = nil) -> Cookie {
        Cookie(name: name, value: value, maxAge: lifetime, path: path, secure: isSecure, httpOnly: true, sameSite: .lax)
    }

    /// Takes a cookie away.
    func expiredCookie(_ name: String, path: String = "/") -> Cookie { newCookie(name, "", path: path, lifetime: 0) }
}
