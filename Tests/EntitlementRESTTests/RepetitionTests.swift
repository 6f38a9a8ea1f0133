import EntitlementREST
import Foundation
import Testing

@Suite("Repetitions")
struct RepetitionTests {
    private let fixture = Fixture()
    private static let profiles = "GET /api/v2/REF30/profiles"
    private static let sessions = "POST /api/v2/REF30/sessions"

    /// A failure, whether a GET and a POST are repeated after it, and the error in the end.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: FakeService.Reply
        let repeatsGet: Bool
        let repeatsPost: Bool
        let kind: String
    }

    static let rows = [
        Row(testDescription: "429", reply: .json(429, "<html>"), repeatsGet: true, repeatsPost: true, kind: "throttled"),
        Row(testDescription: "503", reply: .json(503, ""), repeatsGet: true, repeatsPost: true, kind: "http"),
        Row(
            testDescription: "action retry",
            reply: .json(403, Sample.error("network_received_error", status: 403, action: "retry")), repeatsGet: true,
            repeatsPost: true, kind: "service"),
        Row(
            testDescription: "500", reply: .json(500, Sample.error("internal_server_error", status: 500)), repeatsGet: true,
            repeatsPost: true, kind: "service"),
        Row(
            testDescription: "500 of the configuration",
            reply: .json(500, Sample.error("invalid_configuration_temporary_access", status: 500, action: "configuration")),
            repeatsGet: false, repeatsPost: false, kind: "service"),
        Row(testDescription: "lost connection", reply: .lost, repeatsGet: true, repeatsPost: false, kind: "connection"),
        Row(
            testDescription: "400", reply: .json(400, Sample.error("invalid_integration", status: 400)), repeatsGet: false,
            repeatsPost: false, kind: "service"),
        Row(testDescription: "404", reply: .json(404, ""), repeatsGet: false, repeatsPost: false, kind: "http"),
    ]

    @Test("a call is repeated three times, after doubling pauses, where it may help", arguments: rows)
    func repetitions(row: Row) async throws {
        fixture.service.answer(Self.profiles, row.reply)
        fixture.service.answer(Self.sessions, row.reply)
        let client = fixture.client()
        let first = await #expect(throws: EntitlementClientError.self) { try await client.profiles() }
        #expect(first?.kind == row.kind)
        #expect(fixture.service.count(Self.profiles) == (row.repeatsGet ? 4 : 1))
        #expect(fixture.clock.pauses == (row.repeatsGet ? [1, 2, 4].map { .seconds($0) } : []))
        let second = await #expect(throws: EntitlementClientError.self) { try await client.createSession(mvpd: "Cable") }
        #expect(second?.kind == row.kind)
        #expect(fixture.service.count(Self.sessions) == (row.repeatsPost ? 4 : 1))
    }

    @Test("a repeated call that succeeds is a success")
    func success() async throws {
        fixture.service.answer(Self.profiles, .lost, .json(429, ""), .json(200, Sample.profiles(Sample.profile())))
        #expect(try await fixture.client().profiles().count == 1)
    }

    @Test("cancelling the task ends the repetitions")
    func cancelled() async {
        fixture.service.answer(Self.profiles, .json(503, ""))
        fixture.clock.stop()
        let client = fixture.client()
        let call = Task { try await client.profiles() }
        await fixture.clock.awaitPause()
        call.cancel()
        await #expect(throws: EntitlementClientError.cancelled) { try await call.value }
        #expect(fixture.service.count(Self.profiles) == 1)
    }

    @Test("a cancelled task makes no call")
    func cancelledBefore() async {
        let client = fixture.client()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.profiles()
        }
        await #expect(throws: EntitlementClientError.cancelled) { try await call.value }
        #expect(fixture.service.requests.isEmpty)
    }

    @Test("of several resources only those whose denial recommends it are requested again")
    func resources() async throws {
        let request = "POST /api/v2/REF30/decisions/authorize/Cable"
        let open = Sample.denial("b", "network_connection_timeout", action: "retry")
        fixture.service.answer(
            request,
            .json(200, Sample.decisions(Sample.permit("a"), open, Sample.denial("c", "authorization_denied_by_mvpd"))),
            .json(200, Sample.decisions(open)), .json(200, Sample.decisions(Sample.permit("b"))))
        let decisions = try await fixture.client().authorize(["a", "b", "c"], at: "Cable")
        #expect(decisions.map(\.resource) == ["a", "b", "c"])
        #expect(decisions.map(\.isAuthorized) == [true, true, false])
        #expect(
            fixture.service.requests.map(\.text) == [
                #"{"resources":["a","b","c"]}"#, #"{"resources":["b"]}"#, #"{"resources":["b"]}"#,
            ])
        #expect(fixture.clock.pauses == [.seconds(1), .seconds(2)])
    }

    @Test(
        "permits that were received are not lost when the rest cannot be requested again",
        arguments: [(FakeService.Reply.lost, 2), (.json(429, "<html>"), 4), (.json(400, "{}"), 2)])
    func permitsKept(reply: FakeService.Reply, requests: Int) async throws {
        let request = "POST /api/v2/REF30/decisions/authorize/Cable"
        let open = Sample.denial("b", "network_received_error", action: "retry")
        fixture.service.answer(request, .json(200, Sample.decisions(Sample.permit("a"), open)), reply)
        let decisions = try await fixture.client().authorize(["a", "b"], at: "Cable")
        #expect(decisions.map(\.isAuthorized) == [true, false])
        #expect(fixture.service.count(request) == requests)
    }

    @Test("a denial that keeps recommending it becomes the decision")
    func lastingDenial() async throws {
        let request = "POST /api/v2/REF30/decisions/authorize/Cable"
        fixture.service.answer(
            request, .json(200, Sample.decisions(Sample.denial("a", "network_received_error", action: "retry"))))
        let decision = try await fixture.client().authorize(resource: "a", at: "Cable")
        #expect(decision.error?.code == .networkReceivedError)
        #expect(fixture.service.count(request) == 4)
    }

    @Test(
        "a profile that is missing, or a status that the service could not use, is a decision",
        arguments: [
            "authenticated_profile_missing", "invalid_header_pfs_provider_info_expired",
        ])
    func denialsAreValues(code: String) async throws {
        fixture.service.answer(
            "POST /api/v2/REF30/decisions/authorize/Cable",
            .json(200, Sample.decisions(Sample.denial("a", code, action: "authentication"))))
        let decision = try await fixture.client().authorize(resource: "a", at: "Cable")
        #expect(!decision.isAuthorized)
        #expect(decision.error?.code == ErrorCode(code))
    }

    @Test("too many resources are an error of the call")
    func tooManyResources() async {
        fixture.service.answer(
            "POST /api/v2/REF30/decisions/preauthorize/Cable",
            .json(403, Sample.error("too_many_resources", status: 403, action: "configuration")))
        let error = await #expect(throws: EntitlementClientError.self) {
            try await fixture.client().preauthorize(["a", "b"], at: "Cable")
        }
        #expect(error?.code == .tooManyResources)
    }
}
