import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Resource limits for strangers")
struct ResourceLimitTests {
    private static func head(_ size: Int, token: String? = nil) -> String {
        "PUT /admin/v1/snapshot HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(size)\r\n"
            + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "") + "\r\n"
    }

    private static func answer(to text: String, options: ServiceOptions = ServiceOptions()) async throws -> String {
        let answers = Mutex("")
        try await Fixture(options: options).serve { port in
            let answer = try await RawConnection.answer(of: port, to: text, until: "\r\n\r\n")
            answers.withLock { $0 = answer }
        }
        return answers.withLock { $0 }
    }

    @Test("a large body without a token is rejected by its head, before a byte of it has arrived")
    func authorizedOnTheHead() async throws {
        #expect(try await Self.answer(to: Self.head(64 << 20)).hasPrefix("HTTP/1.1 401 "))
    }

    @Test("a body that is larger than the call accepts is rejected by its head")
    func announcedSize() async throws {
        let head = Self.head(1 << 40, token: Fixture.adminToken)
        #expect(try await Self.answer(to: head).hasPrefix("HTTP/1.1 413 "))
    }

    @Test(
        "a client that reads the last response only after it has sent the body can send it",
        arguments: ["1.1\r\nConnection: close", "1.0"])
    func rejectedBody(_ version: String) async throws {
        let size = 32 << 20
        let head = "POST /o/client/register HTTP/\(version)\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n"
        #expect(try await Self.answer(to: head + String(repeating: "x", count: size)).hasPrefix("HTTP/1.1 413 "))
    }

    @Test("a body that does not arrive in time is answered with 408, and counted as such")
    func lateBody() async throws {
        var options = ServiceOptions()
        options.bodySeconds = 1
        let text = "POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n{"
        // Each node counts its own requests.
        let fixture = try await Fixture(options: options, isOneNode: true)
        try await fixture.serve { port in
            let answer = try await RawConnection.answer(of: port, to: text, until: "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 408 "))
        }
        let metrics = fixture.environment.engine.metrics.text(sessions: nil, databaseFiles: [], lostEntries: 0, store: [])
        #expect(metrics.contains(#"duration_seconds_count{method="POST",route="/o/client/register",status="408"} 1"#))
    }

    @Test("a body that trickles so that the connection is never idle is late, too")
    func drippingBody() async throws {
        var options = ServiceOptions()
        options.bodySeconds = 1
        try await Fixture(options: options).serve { port in
            let answer = try await onThread {
                let connection = try RawConnection(port: port)
                try connection.write("POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
                let isOver = Mutex(false)
                let dripping = Thread {
                    while !isOver.withLock({ $0 }) {
                        do { try connection.write("{") } catch { return }
                        usleep(100_000)
                    }
                }
                dripping.start()
                defer { isOver.withLock { $0 = true } }
                return try connection.read(until: "\r\n\r\n")
            }
            #expect(answer.hasPrefix("HTTP/1.1 408 "), "\(answer)")
        }
    }

    @Test("a client that waits for permission to send its body gets it, and then the answer")
    func awaitedPermission() async throws {
        try await Fixture().serve { port in
            let (permission, answer) = try await onThread {
                let connection = try RawConnection(port: port)
                try connection.write(
                    "POST /o/client/register HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
                let permission = try connection.read(until: "\r\n\r\n")
                try connection.write("{}")
                return (permission, try connection.read(until: "\r\n\r\n"))
            }
            #expect(permission == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("a connection that sends more than 64 requests ahead is closed, and others are answered")
    func requestsAhead() async throws {
        try await Fixture().serve { port in
            func answers(to count: Int) async throws -> Int {
                let text = try await onThread {
                    let connection = try RawConnection(port: port)
                    // More than 64 of them arrive in one read.
                    try connection.write(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: count))
                    return (try? connection.read(until: "HTTP/1.1 ", count: count)) ?? ""
                }
                return text.components(separatedBy: "HTTP/1.1 ").count - 1
            }
            let limit = ConnectionGuard.requestLimit
            #expect(try await answers(to: limit) == limit)
            // It is closed when more than the limit are ahead of the answers.
            #expect(try await answers(to: 100) < 100 - limit)
            let healthy = try await RawConnection.answer(
                of: port, to: "GET /health HTTP/1.1\r\nHost: a\r\n\r\n", until: "\r\n\r\n")
            #expect(healthy.hasPrefix("HTTP/1.1 200 "))
        }
    }

    /// Reserves room for a number of bodies of 256 KiB at a time, then tries one more and a small one.
    private static func fill(_ bodies: BodyAdmission, with count: Int) async throws -> Response {
        let size = try bodies.size(of: request(262_144), limit: 262_144)
        #expect(throws: ServiceError.self) { try bodies.size(of: request(262_145), limit: 262_144) }
        return try await bodies.admit(size) {
            if count > 1 { return try await fill(bodies, with: count - 1) }
            await #expect(throws: ServiceError.self) {
                try await bodies.admit(size) { .empty(.ok) }
            }
            return try await bodies.admit(BodyAdmission.small) { .empty(.noContent) }
        }
    }

    private static func request(_ size: Int) -> Request {
        let head = HTTPRequest(
            method: .post, scheme: nil, authority: nil, path: "/", headerFields: [.contentLength: String(size)])
        return Request(head: head, body: RequestBody(buffer: .init()))
    }

    @Test("ordinary bodies share 16 MiB; what does not fit is rejected, and small ones still pass")
    func bodyRoom() async throws {
        let bodies = BodyAdmission(ordinary: 262_144)
        // Twice: the room is free again afterwards.
        for _ in 0..<2 { #expect(try await Self.fill(bodies, with: BodyAdmission.room / 262_144).status == .noContent) }
    }

    @Test("bodies above the ordinary size are read one at a time, some wait, and the rest gets 503")
    func largeBodies() async {
        let bodies = BodyAdmission(ordinary: 262_144)
        let opening = AsyncStream.makeStream(of: Void.self)
        let gate = Task { for await _ in opening.stream {} }
        let beginnings = AsyncStream.makeStream(of: Bool.self)
        let reading = Peak()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<18 {
                group.addTask {
                    let response = try? await bodies.admit(262_145) {
                        reading.begin()
                        beginnings.continuation.yield(true)
                        await gate.value
                        reading.end()
                        return .empty(.ok)
                    }
                    if response == nil { beginnings.continuation.yield(false) }
                    return response != nil
                }
            }
            // One is being read and 16 wait, so that one is rejected while none has finished.
            var events = beginnings.stream.makeAsyncIterator()
            let first = [await events.next(), await events.next()]
            #expect(first.contains(true) && first.contains(false), "\(first)")
            opening.continuation.finish()
            var count = 0
            for await isRead in group where isRead { count += 1 }
            #expect(count == 17)
        }
        #expect(reading.most == 1)
    }

    @Test("messages are verified two at a time, some wait, the rest gets 503, and other calls continue")
    func verification() async throws {
        try await Fixture().test { client in
            let verification = client.fixture.environment.verification
            let gate = DispatchSemaphore(value: 0)
            let started = AsyncStream.makeStream(of: Void.self)
            let working = Peak()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        do {
                            try await verification.perform {
                                working.begin()
                                started.continuation.yield()
                                gate.wait()
                                working.end()
                            }
                            return true
                        } catch let refusal as ServiceError {
                            #expect(refusal.status == .serviceUnavailable)
                            return false
                        }
                    }
                }
                // Two inside and 32 in the queue: six are rejected while none has finished.
                var results: [Bool] = []
                while results.count < 6, let result = try await group.next() { results.append(result) }
                #expect(results.allSatisfy { !$0 })
                var events = started.stream.makeAsyncIterator()
                for _ in 0..<2 { await events.next() }
                #expect(try await client.get("/health").status == 200)
                for _ in 0..<34 { gate.signal() }
                for try await isDone in group { #expect(isDone) }
            }
            #expect(working.most == 2)
        }
    }

    @Test("metadata with thousands of attributes in a tag is rejected before it is parsed")
    func attributes() async throws {
        try await Fixture().test { client in
            let attributes = (0..<20_000).map { " a\($0)='b'" }.joined()
            let answer = try await client.send(
                .put, "/admin/v1/providers/alpha.example/metadata",
                body: "<md:EntityDescriptor xmlns:md='urn:oasis:names:tc:SAML:2.0:metadata'\(attributes)/>",
                token: Fixture.adminToken)
            #expect(answer.status == 400 && answer.message?.contains("tooManyAttributes") == true, "\(answer.text)")
        }
    }

    @Test(
        "64 descriptors are reserved for other uses than connections",
        arguments: [(256, 192), (4_160, 4_096), (1_000_000, 4_096), (10, 1)])
    func descriptors(limit: Int, connections: Int) {
        #expect(DescriptorLimit.connections(4_096, limit: limit) == connections)
    }

    @Test("the large document is encoded once, and answers share it")
    func sharedDocument() throws {
        let document = try OpenAPIDocument.current.get()
        let first = document.buffer.withUnsafeReadableBytes { $0.baseAddress }
        #expect(try OpenAPIDocument.current.get().buffer.withUnsafeReadableBytes { $0.baseAddress } == first)
        #expect(String(buffer: document.buffer) == document.json.serialized)
    }
}

/// The number that run at the same time.
private final class Peak: Sendable {
    private let count = Mutex((now: 0, most: 0))

    var most: Int { count.withLock { $0.most } }

    func begin() { count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func end() { count.withLock { $0.now -= 1 } }
}
