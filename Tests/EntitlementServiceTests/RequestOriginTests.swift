import Foundation
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The URLs that the service returns")
struct RequestOriginTests {
    /// The service's result for a request head that is sent from an address to an address.
    private func url(
        _ options: ServiceOptions, _ authority: String?, scheme: String = "http", forwarded: HTTPFields = [:],
        from peer: String? = "192.0.2.1", to local: String? = "192.168.1.5"
    ) async throws -> String {
        let identity = try await Fixture(options: options).environment.identity
        let head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/activate", headerFields: forwarded)
        return try RequestOrigin(options: options, identity: identity).url(of: head, peer: peer, local: local)
    }

    private static let listening = "http://127.0.0.1:4711"

    private static let proxied: HTTPFields = [.forwardedProto: "https", .forwardedHost: "tv.example:8443"]

    private static var behindProxy: ServiceOptions {
        var options = ServiceOptions.withoutLogin
        options.trustedProxies = ["10.0.0.0/8", "fd00::/8", "127.0.0.1"].compactMap { AddressRange($0) }
        return options
    }

    @Test(
        "the request's Host counts if it is a name of the loopback, the called address, or allowed",
        arguments: [
            ("localhost", "http://localhost"), ("LOCALHOST:8080", "http://localhost:8080"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("[::1]:80", "http://[::1]:80"),
            ("192.168.1.5:8080", "http://192.168.1.5:8080"), ("TV.local:1", "http://tv.local:1"),
            ("192.168.1.6:8080", listening), ("evil.example", listening), ("127.0.0.1.evil.example", listening),
            ("tv.local.evil.example", listening), ("x.tv.local", listening), ("0.0.0.0:4711", listening), ("", listening),
            ("127.0.0.1:80@evil.example", listening),
        ])
    func host(_ authority: String, _ expected: String) async throws {
        var options = ServiceOptions.withoutLogin
        options.allowedHosts = ["tv.local"]
        for forwarded in [[:], Self.proxied] {
            #expect(try await url(options, authority, forwarded: forwarded) == expected)
            let secure = try await url(options, authority, scheme: "https", forwarded: forwarded)
            #expect(secure == (expected == Self.listening ? expected : expected.replacing("http:", with: "https:")))
            #expect(try await url(.at("https://tv.example"), authority, forwarded: forwarded) == "https://tv.example")
        }
        #expect(try await url(options, nil) == Self.listening)
    }

    @Test("a Host that was accepted before is only that of requests with the same Host and scheme, and never with a proxy")
    func remembered() async throws {
        var options = ServiceOptions.withoutLogin
        options.allowedHosts = ["tv.local"]
        let identity = try await Fixture(options: options).environment.identity
        func head(_ authority: String?, _ scheme: String = "http") -> HTTPRequest {
            HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/activate", headerFields: Self.proxied)
        }
        let origin = RequestOrigin(options: options, identity: identity)
        for authority in ["localhost:1", "tv.local", "LOCALHOST:1"] {
            for scheme in ["http", "https"] {
                let head = head(authority, scheme)
                #expect(origin.rememberedURL(of: head) == nil)
                let url = try origin.url(of: head, peer: "192.0.2.1", local: nil)
                #expect(url == "\(scheme)://\(authority.lowercased())" && origin.rememberedURL(of: head) == url)
            }
        }
        // What depends on the connection or on the listening address is not cached.
        for authority in ["192.168.1.5", "evil.example", nil] {
            _ = try origin.url(of: head(authority), peer: "192.0.2.1", local: "192.168.1.5")
            #expect(origin.rememberedURL(of: head(authority)) == nil)
        }
        for options in [Self.behindProxy, .at("https://tv.example")] {
            let origin = RequestOrigin(options: options, identity: identity)
            _ = try origin.url(of: head("localhost"), peer: "192.0.2.1", local: nil)
            #expect(origin.rememberedURL(of: head("localhost")) == nil)
        }
    }

    @Test("an address is the same in every notation of sockets")
    func addresses() async throws {
        let options = ServiceOptions.withoutLogin
        #expect(try await url(options, "192.168.1.5", to: "::ffff:192.168.1.5") == "http://192.168.1.5")
        #expect(try await url(options, "[FD00:0:0::5]:1", to: "fd00::5") == "http://[fd00:0:0::5]:1")
        #expect(try await url(options, "[fd00::6]", to: "fd00::5") == Self.listening)
        #expect(try await url(options, "192.168.1.5", to: nil) == Self.listening)
        for (range, inside, outside) in [
            ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"], ["11.0.0.0", "9.255.255.255", "::", "10.0.0"]),
            ("192.0.2.128/25", ["192.0.2.128", "192.0.2.255"], ["192.0.2.127"]), ("0.0.0.0/0", ["1.2.3.4"], ["::1"]),
            ("fe80::/10", ["fe80::1", "febf::1"], ["fec0::1"]), ("::1", ["::1", "0:0::1"], ["::2", "0.0.0.1"]),
            ("::/0", ["::1", "127.0.0.1"], ["x"]), ("127.0.0.1/32", ["127.0.0.1"], ["127.0.0.2"]),
        ] {
            let known = try #require(AddressRange(range))
            #expect(inside.filter { !known.contains($0) } == [] && outside.filter(known.contains) == [], "\(range)")
        }
    }

    @Test("X-Forwarded-Proto and -Host of a trusted proxy count, the last value each; others are ignored")
    func proxies() async throws {
        let options = Self.behindProxy
        for peer in ["10.1.2.3", "127.0.0.1", "fd12::1", "::ffff:10.1.2.3"] {
            #expect(try await url(options, "inside:1", forwarded: Self.proxied, from: peer) == "https://tv.example:8443")
        }
        for peer in ["192.0.2.1", "127.0.0.2", "fe80::1", nil] {
            #expect(try await url(options, "localhost", forwarded: Self.proxied, from: peer) == "http://localhost")
            let wrong: HTTPFields = [.forwardedProto: "gopher", .forwardedHost: "a b"]
            #expect(try await url(options, "localhost", forwarded: wrong, from: peer) == "http://localhost")
        }
        for (forwarded, expected) in [
            ([.forwardedProto: "HTTPS"], "https://localhost"), ([.forwardedHost: "TV.example"], "http://tv.example"),
            ([.forwardedProto: "http, https", .forwardedHost: "evil.example , tv.example"], "https://tv.example"),
            ([.forwardedProto: "gopher,https"], "https://localhost"), ([:], "http://localhost"),
        ] as [(HTTPFields, String)] {
            #expect(try await url(options, "localhost", forwarded: forwarded, from: "10.0.0.1") == expected)
        }
        // A proxy's scheme does not make a Host acceptable that is not allowed.
        #expect(
            try await url(options, "evil.example", forwarded: [.forwardedProto: "https"], from: "10.0.0.1") == Self.listening)
    }

    @Test(
        "a value of a trusted proxy that cannot be used is 400 and names the field",
        arguments: [
            (HTTPField.Name.forwardedProto, ["", "gopher", "https:", "http https", "https,"], "http or https"),
            (.forwardedHost, ["", "a b", "https://tv.example", "u@tv.example", "tv.example/x", "a:99999", "a,"], "a name or"),
        ])
    func malformed(_ name: HTTPField.Name, _ values: [String], _ accepted: String) async throws {
        for value in values {
            let refusal = await #expect(throws: ServiceError.self, "\(value)") {
                try await url(Self.behindProxy, "localhost", forwarded: [name: value], from: "10.0.0.1")
            }
            #expect(refusal?.status == .badRequest)
            let message = refusal?.message ?? ""
            #expect(message.contains(name.rawName) && message.contains(accepted), "\(message)")
        }
    }

    // MARK: - At the server

    /// An answer as it was received.
    private struct Reply {
        let text: String

        var status: String { String(text.dropFirst("HTTP/1.1 ".count).prefix(3)) }

        func field(_ name: String) -> String? {
            text.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n").first {
                $0.lowercased().hasPrefix(name.lowercased() + ":")
            }.map { $0.dropFirst(name.count + 1).trimmingPrefix(" ").description }
        }
    }

    /// Sends a request with these fields over a new connection.
    private func ask(_ port: Int, _ path: String, _ fields: [String], form: String? = nil) async throws -> Reply {
        let body = form.map { ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \($0.utf8.count)"] } ?? []
        let head = ["\(form == nil ? "GET" : "POST") \(path) HTTP/1.1"] + fields + body + ["Connection: close", "", form ?? ""]
        return Reply(text: try await RawConnection.answer(of: port, to: head.joined(separator: "\r\n")))
    }

    /// Runs a test against a server, with the field that authorizes a device.
    private func serve(
        _ options: ServiceOptions, _ body: @escaping @Sendable (Int, String) async throws -> Void
    ) async throws {
        let fixture = try await Fixture(options: options)
        try await fixture.test { client in
            let token = try #require(try await client.registered().accessToken)
            try await fixture.serve { try await body($0, "Authorization: Bearer \(token)") }
        }
    }

    private static let forwarded = ["Host: inside", "X-Forwarded-Proto: https", "X-Forwarded-Host: tv.example"]

    @Test("behind a trusted proxy codes, pages, return addresses and cookies follow it; SAML does not")
    func throughProxy() async throws {
        try await serve(Self.behindProxy) { port, authorization in
            let created = try await ask(port, "/reggie/v1/REF30/regcode", Self.forwarded + [authorization], form: "deviceId=tv-1")
            #expect(created.status == "201" && created.text.contains(#""registrationURL":"https://tv.example/activate""#))
            let code = try #require(created.text.firstMatch(of: /"code":"([A-Z0-9]{7})"/)).1

            let form = try await ask(port, "/activate", Self.forwarded)
            #expect(form.field("Set-Cookie")?.contains("Secure") == true, "\(form.text)")
            let providers = try await ask(port, "/activate/providers?code=\(code)", Self.forwarded)
            let pattern = /href="(\/api\/v1\/authenticate[^"]*mso_id=AlphaCable[^"]*)"/
            let link = try #require(providers.text.firstMatch(of: pattern)).1
            #expect(link.removingPercentEncoding?.hasSuffix("redirect_url=https://tv.example/activate/done?code=\(code)") == true)
            let image = try #require(QRCode("https://tv.example/activate?code=\(code)"))
            #expect(try await ask(port, "/activate/qr/\(code).svg", Self.forwarded).text.contains(image.svg))

            // The page to return to belongs to this service only under the name that the call used.
            let address = link.replacing("&amp;", with: "&")
            let login = try await ask(port, String(address), Self.forwarded)
            #expect(login.field("Location")?.hasPrefix(Self.listening + "/mvpd/alpha.example/saml/sso?") == true, "\(login.text)")
            #expect(try await ask(port, String(address), ["Host: localhost"]).status == "400")
        }
    }

    @Test("headers of an untrusted peer are ignored: X-Forwarded and a foreign Host")
    func spoofed() async throws {
        var options = ServiceOptions.withoutLogin
        options.trustedProxies = ["10.0.0.0/8"].compactMap { AddressRange($0) }
        try await serve(options) { port, authorization in
            for (host, expected) in [("evil.example", Self.listening), ("127.0.0.1:\(port)", "http://127.0.0.1:\(port)")] {
                let fields = ["Host: \(host)"] + Self.forwarded.dropFirst()
                let created = try await ask(port, "/reggie/v1/REF30/regcode", fields + [authorization], form: "deviceId=tv-1")
                #expect(created.text.contains(#""registrationURL":"\#(expected)/activate""#), "\(created.text)")
                let form = try await ask(port, "/activate", fields)
                #expect(form.field("Set-Cookie")?.contains("Secure") == false, "\(form.text)")
            }
            #expect(try await ask(port, "/health", ["Host: a", "X-Forwarded-Proto: gopher"]).status == "200")
        }
    }

    @Test("SAML's locations do not depend on the request, and the entity identifier does not depend on the public URL")
    func metadata() async throws {
        let heads = [["Host: localhost"], ["Host: evil.example"], Self.forwarded]
        for url in [nil, "https://tv.example:8443"] {
            var options = Self.behindProxy
            options.publicURL = url
            try await serve(options) { port, _ in
                for path in ["/saml/metadata", "/mvpd/alpha.example/saml/metadata"] {
                    var documents: Set<String> = []
                    for head in heads {
                        documents.insert(try await ask(port, path, head).text.components(separatedBy: "\r\n\r\n")[1])
                    }
                    let text = try #require(documents.first)
                    #expect(documents.count == 1 && text.contains("Location=\"\(url ?? Self.listening)/"), "\(documents)")
                    #expect(!text.contains("evil.example"))
                    #expect(path != "/saml/metadata" || text.contains(#"entityID="https://saml.sp.auth.adobe.com""#))
                }
            }
        }
    }

    @Test("a public URL is used everywhere, regardless of the request and its proxy")
    func publicURL() async throws {
        let fixture = try await Fixture(options: .at("https://tv.example:8443"))
        fixture.environment.listens(at: "http://127.0.0.1:1")
        try await fixture.testApp { client in
            let code = try await client.registrationCode()
            let record = try await client.send(
                .get, "/reggie/v1/REF30/regcode/\(code)", headers: [.forwardedProto: "gopher", .forwardedHost: "evil.example"])
            #expect(record.json["info"]?["registrationURL"] == "https://tv.example:8443/activate")
            let page = try await client.get("/activate/providers?code=\(code)").text
            #expect(page.removingPercentEncoding?.contains("=https://tv.example:8443/activate/done?code=\(code)\"") == true)
            #expect(try await client.get("/dashboard").text.contains("https://tv.example:8443<"))
            #expect(try await client.administer(.get, "status").json["url"] == "https://tv.example:8443")
            let consumer = try await client.profileRequest().assertionConsumerServiceURL
            #expect(consumer == "https://tv.example:8443/sp/saml/SAMLAssertionConsumer")
        }
    }
}
