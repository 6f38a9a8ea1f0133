import LoginPages
import Testing

@Suite("A login without a browser", .timeLimit(.minutes(5)))
struct LoginWalkTests {
    private static func page(_ html: String) -> [HostileServer.Step] {
        [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: \(html.utf8.count)\r\nConnection: close\r\n\r\n\(html)")]
    }

    private static func redirect(_ location: String) -> [HostileServer.Step] {
        [
            .read,
            .send("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        ]
    }

    private static func form(_ action: String) -> String {
        #"<form method="post" action="\#(action)"><input name="username"><input name="password" type="password"></form>"#
    }

    /// Walks from a server's first page; returns where the walk ended.
    private func end(_ server: HostileServer) async throws(FormWalk.Failure) -> String? {
        var walk = FormWalk(user: "alice", password: "secret")
        return try await walk.walk(from: "http://127.0.0.1:\(server.port)/")
    }

    /// Walks from a server's first page; returns why the walk failed.
    private func failure(_ server: HostileServer) async -> String? {
        do throws(FormWalk.Failure) {
            _ = try await end(server)
            return nil
        } catch { return error.text }
    }

    @Test("the answer to a login may be a redirect, or a page with a form that sends itself")
    func loginAnswers() async throws {
        let login = Self.page(Self.form("/login"))
        // These answer a form, which may come in two parts: a server that closes before the second would reset the connection.
        let back = Self.redirect("app://signed-in") + [.hold]
        let redirecting = try HostileServer(login, back)
        defer { redirecting.stop() }
        #expect(try await end(redirecting) == "app://signed-in")
        #expect(redirecting.accepted == 2)

        let form = #"<form method="post" action="/response"><input type="hidden" name="SAMLResponse" value="PHg+"></form>"#
        let sending = try HostileServer(
            login, Self.page(form + "<script>document.forms[0].submit()</script>") + [.hold], back)
        defer { sending.stop() }
        #expect(try await end(sending) == "app://signed-in")
        #expect(sending.accepted == 3)
    }

    @Test("the service's public address is followed besides the one of the first page, but no third one")
    func addresses() async throws {
        let last = try HostileServer(Self.page("<h1>Signed in</h1>"))
        defer { last.stop() }
        let first = try HostileServer(Self.redirect("http://localhost:\(last.port)/"))
        defer { first.stop() }
        #expect(await failure(first) == nil)

        let second = try HostileServer(Self.redirect("http://localhost:\(last.port)/"))
        defer { second.stop() }
        let leading = try HostileServer(Self.redirect("http://localhost:\(second.port)/"))
        defer { leading.stop() }
        #expect(await failure(leading)?.contains("leads to another host, localhost. Set VSASIM_SERVICE_URL") == true)
        #expect(last.accepted == 1)
    }

    @Test("the failure of a connection is the system's own text, without the names of types")
    func refused() async throws {
        let server = try HostileServer()
        server.stop()
        #expect(await failure(server) == "127.0.0.1: Connection refused")
    }

    @Test("a password is sent to no other host than the page with its form")
    func password() async throws {
        let stranger = try HostileServer(Self.page(""))
        defer { stranger.stop() }
        let server = try HostileServer(Self.page(Self.form("http://localhost:\(stranger.port)/login")))
        defer { server.stop() }
        #expect(await failure(server)?.contains("leads to another host") == true)
        #expect(stranger.accepted == 0)
    }
}
