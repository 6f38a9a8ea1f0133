import EntitlementService
import Foundation
import Synchronization
import Testing

@Suite("The server and misbehaving peers")
struct ServerTests {
    /// Runs a test against a server on a free port, and shuts it down.
    private func withServer(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await Fixture().serve(body)
    }

    private static let health = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
    private static let healthy = #"{"status":"ok"}"#

    private func expectHealthy(_ port: Int) async throws {
        let answer = try await RawConnection.answer(of: port, to: Self.health, until: Self.healthy)
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test("responses have the date of the service's clock, once")
    func date() async throws {
        try await withServer { port in
            let answer = try await RawConnection.answer(of: port, to: Self.health, until: Self.healthy)
            #expect(
                answer.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("date:") } == [
                    "Date: Fri, 15 Jan 2027 08:00:00 GMT"
                ])
        }
    }

    @Test("requests sent ahead are answered in order")
    func pipelining() async throws {
        try await withServer { port in
            let answer = try await onThread {
                let connection = try RawConnection(port: port)
                try connection.write(
                    Self.health + "POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"
                        + "GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n" + Self.health)
                return try connection.read(until: Self.healthy, count: 2)
            }
            let statuses = answer.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
            #expect(statuses == ["200", "400", "404", "200"])
        }
    }

    @Test(
        "the connection ends after a response, which says so, with close in any spelling, HTTP/1.0, or another protocol",
        arguments: [
            "HTTP/1.1\r\nConnection: close", "HTTP/1.1\r\nConnection: Close", "HTTP/1.1\r\nConnection: CLOSE",
            "HTTP/1.1\r\nconnection: close, TE", "HTTP/1.1\r\nConnection: TE\r\nConnection: close", "HTTP/1.0",
            "HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
            "HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket",
        ])
    func lastRequest(_ text: String) async throws {
        try await withServer { port in
            let answer = try await RawConnection.answer(of: port, to: "GET /health \(text)\r\nHost: a\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix(Self.healthy), "\(answer)")
            #expect(answer.contains("\r\nConnection: close\r\n"), "\(answer)")
        }
    }

    @Test("a connection of HTTP/1.0 stays open, and the response says so, if the client requests it")
    func keepAlive() async throws {
        try await withServer { port in
            let request = "GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\nHost: a\r\n\r\n"
            let answer = try await onThread {
                let connection = try RawConnection(port: port)
                try connection.write(request)
                _ = try connection.read(until: Self.healthy)
                try connection.write(request)
                return try connection.read(until: Self.healthy)
            }
            #expect(answer.hasSuffix(Self.healthy), "\(answer)")
            #expect(answer.contains("\r\nConnection: keep-alive\r\n"), "\(answer)")
        }
    }

    @Test(
        "HTTP/1.1 without a Host is rejected, with a URL as target, too; HTTP/1.0 does not need one",
        arguments: [
            ("/health HTTP/1.1", 400), ("http://localhost/health HTTP/1.1", 400), ("/health HTTP/1.0", 200),
            ("http://localhost/health HTTP/1.0", 200), ("/health HTTP/1.0\r\nConnection: keep-alive", 200),
            ("/health HTTP/1.1\r\nHost:", 200),
        ])
    func missingHost(_ line: String, _ status: Int) async throws {
        try await withServer { port in
            let answer = try await RawConnection.answer(of: port, to: "GET \(line)\r\n\r\n", until: "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        }
    }

    @Test("a second Host is rejected", arguments: ["Host: a", "HOST: b"])
    func secondHost(field: String) async throws {
        try await withServer { port in
            let answer = try await RawConnection.answer(
                of: port, to: "GET /health HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n", until: #""trace":"#)
            #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
        }
    }

    @Test(
        "a body in another transfer coding than chunked is not read as if it had none",
        arguments: [("chunked", 400), ("Chunked", 400), ("gzip, chunked", 501)])
    func transferCodings(_ coding: String, _ status: Int) async throws {
        try await withServer { port in
            let head = "POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            let answer = try await RawConnection.answer(
                of: port, to: head + "Transfer-Encoding: \(coding)\r\n\r\n2\r\n{}\r\n0\r\n\r\n", until: "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        }
    }

    @Test(
        "a request in another transfer coding than chunked gets one answer, after which the connection ends",
        arguments: ["identity", "gzip", "IDENTITY"])
    func unreadableCoding(_ coding: String) async throws {
        try await withServer { port in
            let answer = try await RawConnection.answer(
                of: port, to: "GET /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \(coding)\r\n\r\n")
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
            #expect(answer.hasPrefix("HTTP/1.1 501 ") && answer.lowercased().contains("connection: close\r\n"), "\(answer)")
        }
    }

    @Test("peers that disconnect during a body do no harm")
    func brokenBodies() async throws {
        try await withServer { port in
            try await onThread {
                for round in 0..<20 {
                    let connection = try RawConnection(port: port)
                    try connection.write("POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{\"soft")
                    if round.isMultiple(of: 2) { connection.reset() }
                }
            }
            try await expectHealthy(port)
        }
    }

    @Test("what is not HTTP is answered with 400 or disconnected")
    func garbage() async throws {
        try await withServer { port in
            for text in ["\u{16}\u{3}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"] {
                let answer = try await RawConnection.answer(of: port, to: text, until: "\r\n\r\n")
                #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 400"))
            }
            try await expectHealthy(port)
        }
    }

    @Test("128 slow connections delay neither others nor the shutdown")
    func slowConnections() async throws {
        // They stay open until the server has ended.
        let dawdlers = Mutex<[RawConnection]>([])
        try await withServer { port in
            let connections = try await onThread {
                let connections = try (0..<128).map { _ in try RawConnection(port: port) }
                for (index, connection) in connections.enumerated() {
                    try connection.write(
                        index.isMultiple(of: 2)
                            ? "GET /health HT" : "POST /o/client/token HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\ngrant")
                }
                return connections
            }
            dawdlers.withLock { $0 = connections }
            try await expectHealthy(port)
            let late = try await onThread {
                try connections[0].write("TP/1.1\r\nHost: a\r\n\r\n")
                return try connections[0].read(until: Self.healthy)
            }
            #expect(late.contains(Self.healthy))
        }
        #expect(dawdlers.withLock { $0.count } == 128)
    }

    @Test("the response to a request in progress at the shutdown says that the connection ends")
    func lastResponse() async throws {
        let lastAnswer = Mutex<Task<String, any Error>?>(nil)
        try await withServer { port in
            let (connection, idle) = try await onThread {
                let connection = try RawConnection(port: port)
                try connection.write(
                    "POST /o/client/register HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
                _ = try connection.read(until: "\r\n\r\n")
                // Some on every thread of the service.
                let idle = try (1...16).map { _ in try RawConnection(port: port) }
                for each in idle {
                    try each.write(Self.health)
                    _ = try each.read(until: Self.healthy)
                }
                return (connection, idle)
            }
            let answer = Task {
                try await onThread {
                    // Idle connections end when their thread learns of the shutdown.
                    for each in idle { _ = try each.read(until: "\0") }
                    try connection.write("{}")
                    return try connection.read(until: "\0")
                }
            }
            lastAnswer.withLock { $0 = answer }
        }
        let answer = try await #require(lastAnswer.withLock { $0 }).value
        #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("\r\nConnection: close\r\n"), "\(answer)")
    }

    @Test("viewers of the dashboard's events get new ones, and the stream's end when the service shuts down")
    func liveEvents() async throws {
        let viewer = Mutex<RawConnection?>(nil)
        try await withServer { port in
            let connection = try await onThread {
                let connection = try RawConnection(port: port)
                try connection.write("GET /dashboard/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
                _ = try connection.read(until: "retry: 2000")
                let other = try RawConnection(port: port)
                try other.write(
                    "POST /admin/v1/reset HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Fixture.adminToken)\r\n"
                        + "Content-Length: 0\r\n\r\n")
                let text = try connection.read(until: "</li>")
                #expect(text.contains("id: s1\ndata: <li class=\"call") && text.contains("<li id=\"event-s1\""), "\(text)")
                return connection
            }
            viewer.withLock { $0 = connection }
        }
        let connection = try #require(viewer.withLock { $0 })
        #expect(try await onThread { try connection.read(until: "0\r\n\r\n") }.hasSuffix("0\r\n\r\n"))
    }
}
