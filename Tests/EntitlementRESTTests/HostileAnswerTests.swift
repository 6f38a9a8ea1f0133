import EntitlementREST
import Foundation
import Testing

/// Answers that no service should return.
@Suite("Hostile answers")
struct HostileAnswerTests {
    /// A call and an answer to it with status 200.
    struct Row: Sendable, CustomTestStringConvertible {
        let request: String
        let text: String
        let call: @Sendable (EntitlementClient) async throws -> Void

        var testDescription: String { "\(request): \(text.prefix(160))" }
    }

    private static let calls: [(request: String, call: @Sendable (EntitlementClient) async throws -> Void)] = [
        ("GET /api/v2/REF30/configuration", { _ = try await $0.configuration() }),
        ("POST /api/v2/REF30/sessions", { _ = try await $0.createSession(mvpd: "Cable") }),
        ("POST /api/v2/REF30/sessions/ABCDEFG", { _ = try await $0.resumeSession(code: "ABCDEFG") }),
        ("GET /api/v2/REF30/sessions/ABCDEFG", { _ = try await $0.session(code: "ABCDEFG") }),
        ("GET /api/v2/REF30/profiles", { _ = try await $0.profiles() }),
        ("GET /api/v2/REF30/profiles/Cable", { _ = try await $0.profile(for: "Cable") }),
        ("GET /api/v2/REF30/profiles/code/ABCDEFG", { _ = try await $0.profile(code: "ABCDEFG") }),
        ("POST /api/v2/REF30/decisions/authorize/Cable", { _ = try await $0.authorize(["news"], at: "Cable") }),
        ("POST /api/v2/REF30/decisions/preauthorize/Cable", { _ = try await $0.preauthorize(["news"], at: "Cable") }),
        ("GET /api/v2/REF30/logout/Cable", { _ = try await $0.logout(from: "Cable") }),
    ]

    /// What is not an answer to any call.
    private static let nonsense = [
        "", "{", "<html><body>Log in to this network</body></html>", "null", "[]", "42", #""text""#, "{}",
        String(repeating: "[", count: 5_000), #"{"x":""# + String(repeating: "x", count: 1 << 20) + #""}"#,
    ]

    private static func rows(_ index: Int, _ texts: [String]) -> [Row] {
        texts.map { Row(request: calls[index].request, text: $0, call: calls[index].call) }
    }

    static let rows: [Row] =
        calls.indices.flatMap { rows($0, nonsense) }
        + rows(
            0,
            [
                #"{"requestor":[]}"#, #"{"requestor":{"id":"R"}}"#, #"{"requestor":{"id":1,"mvpds":[]}}"#,
                #"{"requestor":{"id":"R","mvpds":{}}}"#, #"{"requestor":{"id":"R","mvpds":[1]}}"#,
                #"{"requestor":{"id":"R","mvpds":[{"displayName":"x"}]}}"#,
                #"{"requestor":{"id":"R","mvpds":[{"id":"x","isTempPass":"perhaps"}]}}"#,
                #"{"requestor":{"id":"R","domains":{},"mvpds":[]}}"#,
            ])
        + rows(
            1,
            [
                #"{"actionName":1}"#, #"{"actionName":"authenticate"}"#, #"{"actionName":"authorize"}"#,
                #"{"actionName":"authorize","mvpd":{}}"#, #"{"actionName":"partner_profile","mvpd":"C"}"#,
                Sample.session(url: "javascript:alert(1)"), Sample.session(url: "//other.example/x"), Sample.session(url: ""),
                Sample.session().replacing("ABCDEFG\",", with: "\","),
                Sample.session().replacing("\"\(Sample.begin)\"", with: "true"),
                Sample.session().replacing("\"notAfter\"", with: "\"never\""),
                Sample.session("resume", further: #","missingParameters":"mvpd""#),
                Sample.session("resume", further: #","missingParameters":[1]"#),
            ])
        + rows(
            3,
            [
                #"{"existingParameters":[],"notBefore":"1","notAfter":"2"}"#,
                #"{"existingParameters":{"mvpd":1},"notBefore":"1","notAfter":"2"}"#, #"{"existingParameters":{}}"#,
            ])
        + rows(
            4,
            [
                #"{"profiles":[]}"#, #"{"profiles":{"Cable":[]}}"#, #"{"profiles":{"Cable":{}}}"#,
                Sample.profiles(Sample.profile()).replacing(#""type""#, with: #""sort""#),
                Sample.profiles(Sample.profile()).replacing(#""issuer":"Cable""#, with: #""issuer":7"#),
                Sample.profiles(Sample.profile()).replacing("\(Sample.begin + Sample.hour)", with: "\"tomorrow\""),
                Sample.profiles(Sample.profile()).replacing("\(Sample.begin + Sample.hour)", with: "1e300"),
                Sample.profiles(Sample.profile()).replacing(#"{"value""#, with: #"["value""#),
                #"{"profiles":{"C":{"notBefore":1,"notAfter":2,"issuer":"C","type":"regular","attributes":{"userID":"u"}}}}"#,
            ])
        + rows(
            7,
            [
                #"{"decisions":{}}"#, #"{"decisions":[1]}"#, #"{"decisions":[{}]}"#,
                Sample.decisions(Sample.permit("a", token: false)),
                Sample.decisions(Sample.permit("a").replacing("true", with: "1")),
                Sample.decisions(Sample.permit("a").replacing("dG9rZW4=", with: "")),
                Sample.decisions(Sample.permit("a").replacing(#""source":"mvpd","#, with: "")),
                Sample.decisions(Sample.denial("a", "x").replacing(#""code":"x""#, with: #""code":[]"#)),
            ])
        + rows(
            9,
            [
                #"{"logouts":{}}"#, #"{"logouts":[]}"#, #"{"logouts":{"Cable":"logout"}}"#,
                #"{"logouts":{"Cable":{"actionName":"logout"}}}"#,
                #"{"logouts":{"Cable":{"actionName":"logout","url":"file:///etc/passwd"}}}"#,
            ])

    @Test("what is not an answer to the call is unreadable, and nothing else", arguments: rows)
    func unreadable(row: Row) async {
        let fixture = Fixture()
        fixture.service.answer(row.request, .json(200, row.text))
        let error = await #expect(throws: EntitlementClientError.self) { try await row.call(fixture.client()) }
        #expect(error?.kind == "unreadable")
        #expect(fixture.service.requests.count == 1, "it is not asked for again")
    }

    @Test(
        "errors that are not the service's are recognized by their status",
        arguments: [
            (404, "", EntitlementClientError.http(404)), (302, "<html>", .http(302)), (403, #"{"code":7}"#, .http(403)),
            (400, "[]", .http(400)), (418, #"{"message":"no code"}"#, .http(418)),
        ])
    func foreignError(status: Int, text: String, error: EntitlementClientError) async {
        let fixture = Fixture()
        fixture.service.answer("GET /api/v2/REF30/profiles", .json(status, text))
        await #expect(throws: error) { try await fixture.client().profiles() }
    }

    @Test("a damaged store counts as empty")
    func damagedStore() async throws {
        let fixture = Fixture()
        fixture.service.answer("GET /api/v2/REF30/profiles", .json(200, Sample.profiles(Sample.profile())))
        _ = try await fixture.client().profiles()
        for key in fixture.store.keys { await fixture.store.set(Array("{\"mvpd\":[".utf8), for: key) }
        let client = fixture.client()
        #expect(await client.rememberedSignIn() == nil)
        _ = try await client.profiles()
        #expect(fixture.service.registrations == 2)
        _ = try await fixture.client().profiles()
        let devices = fixture.service.requests.compactMap { $0.headers["AP-Device-Identifier"] }
        #expect(devices.count == 3 && devices[0] != devices[1] && devices[1] == devices[2])
    }
}
