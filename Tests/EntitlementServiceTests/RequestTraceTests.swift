import EntitlementCore
import EntitlementService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import TVWorld
import Testing

@Suite("Request identifiers and log lines")
struct RequestTraceTests {
    private static let requestID = HTTPField.Name("Adobe-Request-Id")!
    private static let given = HTTPField.Name("X-Request-Id")!
    private static let traceParent = HTTPField.Name("traceparent")!

    @Test("a valid identifier is used, any other is not")
    func takenOver() async throws {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let good: [(HTTPFields, String)] = [
            ([Self.given: "checkout-17.b_2"], "checkout-17.b_2"),
            ([Self.given: String(repeating: "x", count: 128)], String(repeating: "x", count: 128)),
            ([Self.traceParent: "00-\(trace)-00f067aa0ba902b7-01"], trace),
            ([Self.given: "mine", Self.traceParent: "00-\(trace)-00f067aa0ba902b7-01"], "mine"),
            ([Self.given: "not usable", Self.traceParent: "00-\(trace)-00f067aa0ba902b7-01"], trace),
        ]
        let bad: [HTTPFields] = [
            [Self.given: ""], [Self.given: String(repeating: "x", count: 129)], [Self.given: "a b"], [Self.given: "é"],
            [Self.given: "<script>"], [Self.traceParent: "00-\(trace)-00f067aa0ba902b7"],
            [Self.traceParent: "00-\(trace.uppercased())-00f067aa0ba902b7-01"],
            [Self.traceParent: "ff-\(trace)-00f067aa0ba902b7-01"],
            [Self.traceParent: "00-\(String(repeating: "0", count: 32))-00f067aa0ba902b7-01"],
            [Self.traceParent: "00-\(trace)-0000000000000000-01"], [Self.traceParent: "00-\(trace)-00f067aa0ba902b7-01-x"],
        ]
        try await Fixture().test { client in
            for (headers, expected) in good {
                let answer = try await client.send(.get, "/health", headers: headers)
                #expect(answer.headers[Self.requestID] == expected)
            }
            for headers in bad {
                let identifier = try await client.send(.get, "/health", headers: headers).headers[Self.requestID]
                #expect(identifier?.count == 36, "\(headers): \(identifier ?? "none")")
            }
            var twice = HTTPFields()
            twice.append(HTTPField(name: Self.given, value: "a"))
            twice.append(HTTPField(name: Self.given, value: "b"))
            #expect(try await client.send(.get, "/health", headers: twice).headers[Self.requestID]?.count == 36)
        }
    }

    @Test("every error body names the request")
    func errors() async throws {
        try await Fixture().test { client in
            let registered = try await client.registered()
            let calls: [(HTTPRequest.Method, String, String?, String?, Int)] = [
                (.get, "/nowhere", nil, nil, 404), (.put, "/health", nil, nil, 405),
                (.post, "/o/client/register", "{}", nil, 400), (.get, "/api/v1/checkauthn", nil, nil, 401),
                (.get, "/admin/v1/status", nil, nil, 401),
                (.get, "/admin/v1/integrations?requestor=NO", nil, Fixture.adminToken, 404),
                (.put, "/admin/v1/integrations/REF30/NO", "{}", Fixture.adminToken, 404),
                (.post, "/admin/v1/statements", "{", Fixture.adminToken, 400),
                (.get, "/api/v1/config/NOPE", nil, registered.accessToken, 400),
                (.get, "/api/v1/tokens/authn?requestor=REF30&deviceId=d", nil, registered.accessToken, 404),
                (.post, "/o/client/register", String(repeating: "x", count: 300_000), nil, 413),
            ]
            for (index, (method, uri, body, token, status)) in calls.enumerated() {
                let answer = try await client.send(method, uri, headers: [Self.given: "call-\(index)"], body: body, token: token)
                #expect(answer.status == status, "\(uri)")
                #expect(answer.json["trace"]?.text == "call-\(index)", "\(uri): \(answer.text)")
                #expect(answer.headers[Self.requestID] == "call-\(index)")
            }
        }
    }

    /// The lines that a service logs.
    private func lines(
        _ format: LogFormat, level: Logger.Level = .info, _ body: @escaping @Sendable (Client) async throws -> Void
    ) async throws -> [String] {
        let lines = LogLines()
        let fixture = try await Fixture()
        let logger = Logger(label: "test") { _ in
            LineLogHandler(level: level, format: format, clock: fixture.clock) { lines.append($0) }
        }
        let application = EntitlementApplication(environment: fixture.environment, logger: logger)
        try await application.test(.router) { try await body(Client(http: $0, fixture: fixture)) }
        return lines.all.filter { $0.contains("answered") }
    }

    @Test("one line for each request: identifier, method, route's template, status, time, and nothing that the caller sent")
    func textLines() async throws {
        let lines = try await lines(.text) { client in
            _ = try await client.send(.get, "/health?secret=1", headers: [Self.given: "one"])
            _ = try await client.send(
                .get, "/api/v1/REF30/profile-requests/AlphaCable?deviceId=secret", headers: [Self.given: "two"], token: "secret")
            _ = try await client.send(.init("SECRET")!, "/secret\n", headers: [Self.given: "three"])
        }
        #expect(lines.count == 3 && !lines.joined().lowercased().contains("secret"))
        let prefix = "2027-01-15T08:00:00.000Z info answered method="
        #expect(lines[0].hasPrefix(prefix + "GET microseconds="))
        #expect(lines[0].hasSuffix("request=one route=/health status=200\n"))
        #expect(lines[1].hasSuffix("request=two route=/api/v1/{requestor}/profile-requests/{mvpd} status=401\n"), "\(lines[1])")
        #expect(lines[2].hasSuffix("request=three route=none status=404\n") && lines[2].hasPrefix(prefix + "other"))
    }

    @Test("the same as one JSON object per line")
    func jsonLines() async throws {
        let lines = try await lines(.json) { client in
            _ = try await client.send(.get, "/health", headers: [Self.given: "one"])
        }
        let line = try JSON(parsing: try #require(lines.first).utf8)
        #expect(line["time"]?.text == "2027-01-15T08:00:00.000Z" && line["level"] == "info" && line["message"] == "answered")
        #expect(line["request"] == "one" && line["route"] == "/health" && line["status"]?.integer == 200)
        #expect(line["microseconds"]?.integer != nil && line["method"] == "GET")
    }

    @Test("texts from outside cannot control a terminal", arguments: LogFormat.allCases)
    func terminal(_ format: LogFormat) throws {
        let lines = LogLines()
        let logger = Logger(label: "test") { _ in
            LineLogHandler(level: .trace, format: format, clock: ManualClock()) { lines.append($0) }
        }
        logger.notice("é\u{85}", metadata: ["reason": "\u{9B}2J \u{202E}x\u{2028}\u{E0001}", "word": "\u{9B}"])
        let line = try #require(lines.all.first)
        #expect(line.contains("é\\u0085") && line.contains(#""\u009b2J \u202ex\u2028\udb40\udc01""#), "\(line)")
        #expect(line.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "é" || (" "..."~").contains($0) }, "\(line)")
        if format == .json {
            #expect(try JSON(parsing: line.utf8)["reason"] == "\u{9B}2J \u{202E}x\u{2028}\u{E0001}")
        }
    }

    @Test("texts from outside cannot end a line")
    func injection() throws {
        for format in LogFormat.allCases {
            let lines = LogLines()
            var logger = Logger(label: "test") { _ in
                LineLogHandler(level: .trace, format: format, clock: ManualClock()) { lines.append($0) }
            }
            logger[metadataKey: "time"] = "not this one"
            logger.warning("a\nb", metadata: ["reason": "c\r\nd \"e\"", "empty": ""])
            let line = try #require(lines.all.first)
            #expect(lines.all.count == 1 && line.filter(\.isNewline) == "\n" && line.hasSuffix("\n"))
            if format == .json {
                let json = try JSON(parsing: line.utf8)
                #expect(json["message"] == "a\nb" && json["reason"] == "c\r\nd \"e\"" && json["empty"] == "")
                #expect(json["time"]?.text?.hasPrefix("2027") == true)
            }
        }
    }
}

/// Log lines, as they arrive.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
