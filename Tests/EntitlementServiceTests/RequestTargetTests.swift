import NIOHTTP1
import Testing

@testable import EntitlementService

@Suite("Targets of requests (RFC 9112, 3.2)")
struct RequestTargetTests {
    @Test(
        "a URL is split into host and path",
        arguments: [
            ("/a?b", HTTPMethod.GET, nil, "/a?b"), ("//a", .GET, nil, "//a"), ("*", .OPTIONS, nil, "*"),
            ("http://a/b?c=%41+d", .GET, "a", "/b?c=%41+d"), ("HTTP://A:80/b", .POST, "A:80", "/b"),
            ("http://[::1]:80//b", .GET, "[::1]:80", "//b"), ("http://a", .GET, "a", "/"), ("http://a?b", .GET, "a", "/?b"),
            ("http://a", .OPTIONS, "a", "*"), ("http://a/", .OPTIONS, "a", "/"), ("http://u@a/b", .GET, "u@a", "/b"),
            ("http:///b", .GET, nil, ""), ("https://a/b", .GET, nil, ""), ("ftp://a/b", .GET, nil, ""), ("a/b", .GET, nil, ""),
            ("", .GET, nil, ""), ("http:/a", .GET, nil, ""), ("a:80", .CONNECT, nil, "a:80"),
        ] as [(String, HTTPMethod, String?, String)])
    func forms(text: String, method: HTTPMethod, authority: String?, path: String) {
        let target = RequestTarget(text, method: method, isSecure: false)
        #expect(target.authority == authority && target.path == path)
    }

    @Test("with TLS the scheme is https")
    func secure() {
        #expect(RequestTarget("https://a/b", method: .GET, isSecure: true).authority == "a")
        #expect(RequestTarget("http://a/b", method: .GET, isSecure: true).path.isEmpty)
    }

    /// The status, and the whole answer up to a text.
    private func answer(_ port: Int, _ head: String, until text: String = "\r\n\r\n") async throws -> (status: Int?, text: String)
    {
        let answer = try await RawConnection.answer(of: port, to: head + "\r\n\r\n", until: text)
        return (Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)), answer)
    }

    @Test("a URL as target is treated as its path, and its host replaces the Host field")
    func absoluteForm() async throws {
        try await Fixture().serve { port in
            let own = "127.0.0.1:\(port)"
            for (target, host, status) in [
                ("http://\(own)/health", own, 200), ("HTTP://LOCALHOST:\(port)/health?x=1", own, 200),
                ("http://\(own)/dashboard", own, 200), ("http://\(own)/dashboard", "evil.example", 200),
                ("http://\(own)/nowhere", own, 404), ("http://\(own)", own, 200),
                // Like a Host field with that value.
                ("http://user@\(own)/health", own, 400), ("http://\(own)@evil.example/health", own, 400),
                ("http://[::1].evil.example/health", own, 400), ("http://a:99999/health", own, 400),
                ("http://\(own)/health", "a b", 400), ("http://\(own)/health", "a\r\nHost: b", 400),
                ("http:///health", own, 400), ("https://\(own)/health", own, 400), ("ftp://\(own)/health", own, 400),
            ] {
                let answer = try await answer(port, "GET \(target) HTTP/1.1\r\nHost: \(host)")
                #expect(answer.status == status, "\(target) at \(host): \(answer.text)")
            }
            let foreign = try await answer(port, "GET http://evil.example/dashboard HTTP/1.1\r\nHost: \(own)")
            let named = try await answer(port, "GET /dashboard HTTP/1.1\r\nHost: evil.example")
            #expect(foreign.status == named.status && named.status != 200, "\(foreign.text)\n\(named.text)")
        }
    }

    @Test("OPTIONS of the whole service names its methods; CONNECT, and a star with another method, are rejected")
    func otherForms() async throws {
        try await Fixture().serve { port in
            let own = "127.0.0.1:\(port)"
            for target in ["*", "http://\(own)"] {
                let options = try await answer(port, "OPTIONS \(target) HTTP/1.1\r\nHost: \(own)")
                #expect(options.status == 204, "\(options.text)")
                #expect(options.text.contains("Allow: DELETE, GET, HEAD, OPTIONS, POST, PUT\r\n"), "\(options.text)")
            }
            let star = try await answer(port, "GET * HTTP/1.1\r\nHost: \(own)", until: #""trace":"#)
            #expect(star.status == 400 && star.text.contains("The target of a request is a path"), "\(star.text)")
            // The connection ends: what follows would belong to the requested connection.
            let tunnel = try await answer(port, "CONNECT \(own) HTTP/1.1\r\nHost: \(own)", until: "no such text")
            #expect(tunnel.status == 501 && tunnel.text.contains("CONNECT is for proxies"), "\(tunnel.text)")
            #expect(try await answer(port, "GET /health HTTP/1.1\r\nHost: \(own)").status == 200)
        }
    }
}
