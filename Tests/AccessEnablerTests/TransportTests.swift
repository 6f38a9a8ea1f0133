import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import ProjectTesting
import Testing

@testable import AccessEnabler
@testable import ServiceAccess

/// HTTP with servers that misbehave.
@Suite("Transport")
struct TransportTests {
    /// The kind of an outcome, without its reason.
    enum Kind: Sendable, Equatable {
        case answer(Int)
        case unreachable, interrupted, insecure

        init(_ outcome: HTTPOutcome) {
            switch outcome {
            case .answer(let answer): self = .answer(answer.status)
            case .unreachable: self = .unreachable
            case .interrupted: self = .interrupted
            case .insecure: self = .insecure
            }
        }
    }

    /// A server and the outcome of a request to it.
    struct Situation: Sendable, CustomStringConvertible {
        let description: String
        let steps: [HostileServer.Step]
        let kind: Kind
        /// Whether only the transport's limit ends the request.
        var isEndless = false

        init(_ description: String, _ steps: [HostileServer.Step], _ kind: Kind, isEndless: Bool = false) {
            self.description = description
            self.steps = steps
            self.kind = kind
            self.isEndless = isEndless
        }
    }

    static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    static let megabyte = String(repeating: "x", count: 1 << 20)

    static let situations = [
        Situation("an answer", [.read, .send(head + "Content-Length: 2\r\n\r\n{}")], .answer(200)),
        Situation("no answer", [.read, .hold], .unreachable, isEndless: true),
        Situation(
            "a head that never ends", [.read, .send("HTTP/1.1 200 OK\r\n"), .drip("A: b\r\n")], .unreachable, isEndless: true),
        Situation(
            "a body that drips", [.read, .send(head + "Content-Length: 1000000\r\n\r\n"), .drip("x")], .unreachable,
            isEndless: true),
        Situation(
            "a body that stops", [.read, .send(head + "Content-Length: 9\r\n\r\n{"), .hold], .unreachable, isEndless: true),
        Situation("closed before the answer", [.read], .interrupted),
        Situation("closed before the request", [], .interrupted),
        Situation("reset before the answer", [.read, .reset], .interrupted),
        Situation("closed within the head", [.read, .send("HTTP/1.1 200 OK\r\nContent-Le")], .interrupted),
        Situation("closed within the body", [.read, .send(head + "Content-Length: 100\r\n\r\n{\"a\":")], .interrupted),
        Situation("closed within a chunk", [.read, .send(head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"")], .interrupted),
        Situation("reset within the body", [.read, .send(head + "Content-Length: 100\r\n\r\n{"), .reset], .interrupted),
        Situation("no HTTP", [.read, .send("hello\r\n\r\n")], .unreachable),
        Situation(
            "a redirect to a portal",
            [.read, .send("HTTP/1.1 302 Found\r\nLocation: https://sp.auth.adobe.com/\r\nContent-Length: 0\r\n\r\n")],
            .answer(302)),
        Situation("an empty answer", [.read, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")], .answer(200)),
        Situation("a body up to the end of the connection", [.read, .send("HTTP/1.1 200 OK\r\n\r\n{}")], .answer(200)),
        Situation("a megabyte", [.read, .send(head + "Content-Length: 1048576\r\n\r\n" + megabyte)], .answer(200)),
        Situation("more, and it says so", [.read, .send(head + "Content-Length: 1048577\r\n\r\n"), .hold], .unreachable),
        Situation("more, and it does not say so", [.read, .send(head + "\r\n" + megabyte + "x"), .hold], .unreachable),
        Situation("a server failure", [.read, .send("HTTP/1.1 502 Bad\r\nContent-Length: 3\r\n\r\n<p>")], .answer(502)),
    ]

    private func outcome(_ server: HostileServer, _ method: String = "GET", limit: TimeAmount = .seconds(30)) async -> HTTPOutcome
    {
        await HTTPTransport(limit: limit).send(
            HTTPRequest(method: method, service: "http://127.0.0.1:\(server.port)", path: "/x"))
    }

    @Test("a hostile service", .timeLimit(.minutes(10)), arguments: situations)
    func hostile(situation: Situation) async throws {
        let server = try HostileServer(situation.steps)
        defer { server.stop() }
        let outcome = await outcome(server, limit: situation.isEndless ? .milliseconds(300) : .seconds(30))
        #expect(Kind(outcome) == situation.kind, "\(outcome)")
        switch outcome {
        case .answer: break
        case .unreachable(let reason), .interrupted(let reason), .insecure(let reason):
            #expect(reason.hasPrefix("http://127.0.0.1:\(server.port) "), "\(reason)")
        }
    }

    @Test(
        "a connection that the service closed before the client could write is lost, whichever layer notices first",
        arguments: [
            ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof,
            HTTPClientError.remoteConnectionClosed, IOError(errnoCode: ECONNRESET, reason: "read"),
            IOError(errnoCode: EPIPE, reason: "write"), IOError(errnoCode: ENOTCONN, reason: "getpeername"),
        ] as [any Error])
    func closed(error: any Error) {
        #expect(
            HTTPOutcome(error, of: "http://127.0.0.1:1")
                == .interrupted("http://127.0.0.1:1 closed the connection before its answer was complete."))
    }

    @Test("a reason is the system's text, without names of types")
    func reason() {
        let service = "http://127.0.0.1:1"
        let refused = IOError(errnoCode: ECONNREFUSED, reason: "connection reset (error set)")
        #expect(HTTPOutcome(refused, of: service) == .unreachable("\(service): Connection refused"))
        #expect(
            HTTPOutcome(NIOSSLError.noSuchFilesystemObject, of: service)
                == .insecure("\(service): the file with the trusted certificates does not exist"))
        #expect(
            HTTPOutcome(NIOSSLExtraError.failedToValidateHostname, of: service)
                == .insecure("\(service): its certificate is for another host"))
    }

    @Test("the reason of a failure in TLS is without its place in the sources")
    func securityReason() {
        #expect {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .file("/dev/null")
            _ = try NIOSSLContext(configuration: configuration)
        } throws: { ConnectionFailure.reason($0) == "no certificate or crl found" }
    }

    @Test("an answer's status, header and body")
    func answer() async throws {
        let server = try HostileServer([
            .read, .send(Self.head + "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 2\r\n\r\n{}"),
        ])
        defer { server.stop() }
        guard case .answer(let answer) = await outcome(server) else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status == 200)
        #expect(answer.headers["date"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(answer.json == .object([:]))
    }

    @Test("no listener, no route, no such name; the real service is not contacted; an invalid URL causes no crash")
    func nobody() async throws {
        let server = try HostileServer([])
        server.stop()
        let services = [
            "http://127.0.0.1:\(server.port)", "http://255.255.255.255", "http://nobody.invalid", "https://sp.auth.adobe.com",
            "http://", "nonsense", "http://127.0.0.1:99999",
        ]
        for service in services {
            let outcome = await HTTPTransport(limit: .seconds(5)).send(HTTPRequest(service: service, path: "/x"))
            #expect(Kind(outcome) == .unreachable, "\(service): \(outcome)")
        }
    }

    @Test("a service that accepts no connection", .timeLimit(.minutes(10)))
    func fullBacklog() async throws {
        let server = try HostileServer(backlog: 0)
        defer { server.stop() }
        // Those in the backlog wait for an answer, the others for a connection.
        await withTaskGroup(of: HTTPOutcome.self) { group in
            for _ in 0..<4 { group.addTask { await outcome(server, limit: .milliseconds(500)) } }
            for await outcome in group { #expect(Kind(outcome) == .unreachable, "\(outcome)") }
        }
    }

    @Test("a kept connection that was closed: sent once more on another one if the request is idempotent")
    func staleConnection() async throws {
        let ok = Self.head + "Content-Length: 2\r\n\r\n{}"
        for (method, kind, connections) in [("GET", Kind.answer(200), 2), ("DELETE", .answer(200), 2), ("POST", .interrupted, 1)]
        {
            let server = try HostileServer([.read], [.read, .send(ok)])
            #expect(Kind(await outcome(server, method)) == kind)
            #expect(server.accepted == connections)
            server.stop()
        }
        // An answer that has begun may have been acted on.
        let server = try HostileServer([.read, .send(Self.head + "Content-Length: 9\r\n\r\n{")], [.read, .send(ok)])
        defer { server.stop() }
        #expect(Kind(await outcome(server)) == .interrupted)
        #expect(server.accepted == 1)
    }

    @Test("a request whose caller was cancelled ends", .timeLimit(.minutes(10)))
    func cancellation() async throws {
        let server = try HostileServer([.read, .hold])
        defer { server.stop() }
        let request = Task { await outcome(server, limit: .minutes(10)) }
        try await until("the request is there") { server.accepted == 1 }
        request.cancel()
        #expect(Kind(await request.value) == .unreachable)
    }

    @Test("1,000 requests that fail leave no connection", .timeLimit(.minutes(5)))
    func leaks() async throws {
        let servers = try Self.situations.filter { !$0.isEndless && $0.kind != .answer(200) }.map { try HostileServer($0.steps) }
        let answers = await withTaskGroup(of: Kind.self) { group in
            var kinds: [Kind] = []
            for number in 0..<1_000 {
                if number >= 32, let kind = await group.next() { kinds.append(kind) }
                group.addTask { Kind(await outcome(servers[number % servers.count])) }
            }
            for await kind in group { kinds.append(kind) }
            return kinds
        }
        #expect(answers.count == 1_000)
        #expect(!answers.contains(.answer(200)))
        for server in servers {
            server.stop()
            try await until("no connection to \(server.port) is left") { try Self.connections(to: server.port) == 0 }
        }
    }

    /// The sockets of this machine that are connected to a loopback port, except those that only the kernel still holds.
    private static func connections(to port: UInt16) throws -> Int {
        let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
        let address = "0100007F:" + String(format: "%04X", Int(port))
        return table.split(separator: "\n").dropFirst().count { line in
            let fields = line.split(separator: " ")
            return fields.count > 9 && fields[2] == address && fields[9] != "0"
        }
    }
}
