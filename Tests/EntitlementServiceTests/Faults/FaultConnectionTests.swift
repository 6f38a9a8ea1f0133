import EntitlementService
import Foundation
import TVWorld
import Testing

@Suite("What faults do to connections")
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

    /// Asks again and again, for a minute at most.
    private static func wait(until isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while try !isSo() { try #require(ContinuousClock.now < end, "it did not come within a minute") }
    }

    private static let registration =
        "POST /o/client/register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

    @Test("a connection is cut in the middle of the body, which the head promised whole")
    func disconnect() async throws {
        try await Fixture().serve { port in
            let (whole, cut) = try await onThread {
                let whole = try request(port, Self.registration.replacing("Host: a", with: "Host: a\r\nConnection: close"))
                let fault = #"{"at":"service.register","disconnect":true}"#
                #expect(try request(port, Self.administration("POST", "faults", fault)).hasPrefix("HTTP/1.1 201"))
                // No `Connection: close`: it is the service that ends it.
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

    @Test("a call that hangs ends when its client leaves")
    func departure() async throws {
        try await Fixture().serve { port in
            try await onThread {
                let fault = #"{"id":"h","at":"service.register","hang":true}"#
                #expect(try request(port, Self.administration("POST", "faults", fault)).hasPrefix("HTTP/1.1 201"))
                func waiting() throws -> Bool {
                    try request(port, Self.administration("GET", "faults")).contains(#""waiting":1"#)
                }
                do {
                    let client = try RawConnection(port: port)
                    try client.write(Self.registration)
                    try withExtendedLifetime(client) { try Self.wait(until: waiting) }
                }
                // The client is gone: nobody holds it any more, and its end closes the socket.
                try Self.wait { try !waiting() }
            }
        }
    }

    @Test("a shutdown does not wait for calls that hang")
    func shutdown() async throws {
        try await Fixture().serve { port in
            try await onThread {
                let fault = #"{"at":"service.register","hang":true}"#
                #expect(try request(port, Self.administration("POST", "faults", fault)).hasPrefix("HTTP/1.1 201"))
                let client = try RawConnection(port: port)
                try client.write(Self.registration)
                try withExtendedLifetime(client) {
                    try Self.wait { try request(port, Self.administration("GET", "faults")).contains(#""waiting":1"#) }
                }
            }
        }
    }
}
