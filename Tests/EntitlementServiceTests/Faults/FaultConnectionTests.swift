import Foundation
import NIOCore
import NIOPosix
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Effects of faults on connections", .timeLimit(.minutes(10)))
struct FaultConnectionTests {
    private func request(_ port: Int, _ text: String) throws -> String {
        let connection = try RawConnection(port: port)
        try connection.write(text)
        return try connection.read(until: "this never comes")
    }

    private static func administration(_ method: String, _ path: String, _ body: String = "") -> String {
        "\(method) /admin/v1/\(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer \(Fixture.adminToken)\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// Reads the changes until a number of calls hang.
    private static func wait(for count: Int, in counts: AsyncStream<Int>) async throws {
        for await number in counts where number == count { return }
        throw CancellationError()
    }

    private static let registration =
        "POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

    @Test("a connection is cut in the middle of the body that the head announced")
    func disconnect() async throws {
        try await Fixture().serve { port in
            let (whole, cut) = try await onThread {
                let whole = try request(port, Self.registration.replacing("Host: a", with: "Host: a\r\nConnection: close"))
                let fault = #"{"at":"service.register","disconnect":true}"#
                #expect(try request(port, Self.administration("POST", "faults", fault)).hasPrefix("HTTP/1.1 201"))
                // No `Connection: close`: the service ends the connection.
                return (whole, try request(port, Self.registration))
            }
            func parts(_ text: String) throws -> (promised: Int, body: String) {
                let pieces = text.components(separatedBy: "\r\n\r\n")
                let head = try #require(pieces.first).lowercased()
                let line = try #require(head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") })
                return (try #require(Int(line.dropFirst(16))), pieces.dropFirst().joined())
            }
            let (complete, broken) = (try parts(whole), try parts(cut))
            #expect(complete.promised == complete.body.utf8.count)
            #expect(broken.promised == complete.promised && broken.body.utf8.count == complete.promised / 2)
        }
    }

    /// Makes the next registration hang, and sends one; returns the client's connection once it hangs.
    private func hang(_ port: Int, _ counts: AsyncStream<Int>) async throws -> RawConnection {
        let client = try await onThread {
            let fault = #"{"id":"h","at":"service.register","hang":true}"#
            #expect(try request(port, Self.administration("POST", "faults", fault)).hasPrefix("HTTP/1.1 201"))
            let client = try RawConnection(port: port)
            try client.write(Self.registration)
            return client
        }
        try await Self.wait(for: 1, in: counts)
        let faults = try await onThread { try request(port, Self.administration("GET", "faults")) }
        #expect(faults.contains(#""waiting":1"#))
        return client
    }

    @Test("a call that hangs ends when its client leaves")
    func departure() async throws {
        let fixture = try await Fixture()
        let counts = fixture.environment.engine.faults.waitingCounts()
        try await fixture.serve { port in
            // The client is not retained: its end closes the socket.
            _ = try await hang(port, counts)
            try await Self.wait(for: 0, in: counts)
        }
    }

    @Test("a watched connection keeps only its last watcher, which also learns of an end before it began to watch")
    func watchers() async throws {
        final class Witness: Sendable {}
        let group = MultiThreadedEventLoopGroup.singleton
        let channel = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        weak var first: Witness?
        do {
            let witness = Witness()
            first = witness
            DepartureHandler.watch(channel) { withExtendedLifetime(witness) {} }
        }
        let (departures, departure) = AsyncStream.makeStream(of: Int.self)
        DepartureHandler.watch(channel) { departure.yield(2) }
        // The loop releases a task only when it has run all those that it took with it.
        for _ in 0..<2 { try await channel.eventLoop.submit {}.get() }
        #expect(first == nil)
        try await channel.close()
        for await number in departures.prefix(1) { #expect(number == 2) }
        DepartureHandler.watch(channel) { departure.yield(3) }
        for await number in departures.prefix(1) { #expect(number == 3) }
    }

    @Test("a shutdown does not wait for bodies that arrive slowly: the rest is sent at once")
    func slowShutdown() async throws {
        let fixture = try await Fixture()
        let counts = fixture.environment.engine.faults.waitingCounts()
        let clients = Mutex<[RawConnection]>([])
        try await fixture.serve { port in
            let client = try await onThread {
                let fault = #"{"at":"service.register","bandwidth":1}"#
                #expect(try request(port, Self.administration("POST", "faults", fault)).hasPrefix("HTTP/1.1 201"))
                let client = try RawConnection(port: port)
                try client.write(Self.registration)
                return client
            }
            try await Self.wait(for: 1, in: counts)
            clients.withLock { $0.append(client) }
        }
        let client = try #require(clients.withLock { $0.first })
        let answer = try await onThread { try client.read(until: "this never comes") }
        let parts = answer.components(separatedBy: "\r\n\r\n")
        #expect(
            parts.count == 2 && answer.lowercased().contains("content-length: \(parts.last?.utf8.count ?? 0)\r\n"), "\(answer)")
    }

    @Test("a shutdown does not wait for calls that hang")
    func shutdown() async throws {
        let fixture = try await Fixture()
        let counts = fixture.environment.engine.faults.waitingCounts()
        let clients = Mutex<[RawConnection]>([])
        try await fixture.serve { port in
            let client = try await hang(port, counts)
            clients.withLock { $0.append(client) }
        }
        #expect(clients.withLock { $0.count } == 1)
    }
}
