import Testing

@testable import AccessEnabler

/// HTTP against servers that do not do what they should.
@Suite("Transport")
struct TransportTests {
    private func outcome(_ answer: String) async throws -> HTTPOutcome {
        let server = try RawServer(answer: answer)
        defer { server.stop() }
        return await HTTPTransport().send(HTTPRequest(service: "http://127.0.0.1:\(server.port)", path: "/x"))
    }

    @Test("an answer")
    func answer() async throws {
        let text = "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
        guard case .answer(let answer) = try await outcome(text) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 200)
        #expect(answer.headers["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(answer.json == .object([:]))
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let text = "HTTP/1.1 302 Found\r\nLocation: https://sp.auth.adobe.com/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        guard case .answer(let answer) = try await outcome(text) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 302)
    }

    @Test(
        "a service that dies or talks nonsense is unreachable",
        arguments: [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"a\":",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"",
            "hello\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Le",
        ])
    func broken(text: String) async throws {
        guard case .unreachable(let reason) = try await outcome(text) else {
            Issue.record("an answer")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("nobody listens; the real service is not asked; a bad URL is no crash")
    func nobody() async throws {
        let server = try RawServer(answer: "")
        server.stop()
        for service in ["http://127.0.0.1:\(server.port)", "https://sp.auth.adobe.com", "http://", "nonsense"] {
            guard case .unreachable = await HTTPTransport().send(HTTPRequest(service: service, path: "/x")) else {
                Issue.record("an answer from \(service)")
                continue
            }
        }
    }
}
