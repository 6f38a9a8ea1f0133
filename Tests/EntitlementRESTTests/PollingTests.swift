import EntitlementREST
import Foundation
import Testing

@Suite("Waiting for a login")
struct PollingTests {
    private let fixture = Fixture()
    private let poll = "GET /api/v2/REF30/profiles/code/ABCDEFG"
    private let none = FakeService.Reply.json(200, Sample.profiles())
    private let found = FakeService.Reply.json(200, Sample.profiles(Sample.profile()))

    private func session(_ client: EntitlementClient) async throws -> PendingSession {
        fixture.service.answer("POST /api/v2/REF30/sessions", .json(200, Sample.session()))
        guard case .authenticate(let session) = try await client.createSession(mvpd: "Cable") else {
            throw EntitlementClientError.sessionEnded
        }
        return session
    }

    /// A client, and the session of the code that it has received.
    private func begin() async throws -> (EntitlementClient, PendingSession) {
        let client = fixture.client()
        return (client, try await session(client))
    }

    /// Waits for a login that does not come, and cancels the task in the pause after the first poll.
    private func cancelWaiting(_ client: EntitlementClient, _ session: PendingSession) async {
        fixture.service.answer(poll, none)
        fixture.clock.stop()
        let waiting = Task { try await client.waitForProfile(session) }
        await fixture.clock.awaitPause()
        waiting.cancel()
        await #expect(throws: EntitlementClientError.cancelled) { try await waiting.value }
    }

    @Test("the service is polled at once, then every four seconds, until there is a profile")
    func untilProfile() async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, none, none, found)
        #expect(try await client.waitForProfile(session).mvpd == "Cable")
        #expect(fixture.clock.pauses == [.seconds(4), .seconds(4)])
        #expect(fixture.service.count(poll) == 3)
        #expect(await client.rememberedSignIn()?.mvpd == "Cable")
        #expect(try await client.currentProfile() != nil)
        #expect(fixture.service.requests.last?.path.hasSuffix("/code/ABCDEFG") == true, "the profile is up to date")
    }

    @Test("an interval is three seconds or more", arguments: [(1, 3), (3, 3), (5, 5)])
    func interval(given: Int, used: Int) async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, none, found)
        _ = try await client.waitForProfile(session, interval: .seconds(given))
        #expect(fixture.clock.pauses == [.seconds(used)])
    }

    @Test(
        "lost connections, 429, failures of the service and pages of other servers only lengthen the pauses, up to a minute",
        arguments: [
            FakeService.Reply.lost, .json(429, "<html>"), .json(503, ""), .json(302, ""),
            .json(200, "<html><body>Log in to this network</body></html>"),
            .json(500, Sample.error("internal_server_error", status: 500)),
        ])
    func failures(reply: FakeService.Reply) async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, reply, reply, reply, reply, reply, none, found)
        #expect(try await client.waitForProfile(session).mvpd == "Cable")
        #expect(fixture.clock.pauses == [8, 16, 32, 60, 60, 4].map { .seconds($0) })
        #expect(fixture.service.count(poll) == 7, "one request in each round")
    }

    @Test("a code that the service no longer accepts ends the session")
    func ended() async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, none, .json(400, Sample.error("invalid_authentication_session", status: 400)))
        await #expect(throws: EntitlementClientError.sessionEnded) { try await client.waitForProfile(session) }
    }

    @Test("the session ends with its code, after one last request")
    func expired() async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, none)
        await #expect(throws: EntitlementClientError.sessionEnded) { try await client.waitForProfile(session) }
        #expect(fixture.clock.now.timeIntervalSince(session.validity.notAfter) >= 0)
        #expect(fixture.clock.now.timeIntervalSince(session.validity.notAfter) < 4)
        #expect(fixture.service.count(poll) == 1_800 / 4 + 1)
    }

    @Test("a pause ends with the code", arguments: [Duration.seconds(3_600), .seconds(Int64.max)])
    func longInterval(interval: Duration) async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, none, found)
        #expect(try await client.waitForProfile(session, interval: interval).mvpd == "Cable")
        #expect(fixture.clock.pauses == [.seconds(1_800)])
    }

    @Test("after a logout during the last request, the profile is requested again")
    func logout() async throws {
        let (client, session) = try await begin()
        fixture.service.answer(
            "GET /api/v2/REF30/logout/Cable", .json(200, #"{"logouts":{"Cable":{"actionName":"complete"}}}"#))
        fixture.service.answer(poll, .late({ _ = try? await client.logout(from: "Cable") }, found))
        fixture.service.answer("GET /api/v2/REF30/profiles/Cable", none)
        #expect(try await client.waitForProfile(session).mvpd == "Cable")
        #expect(try await client.currentProfile() == nil)
    }

    @Test("the session does not end with an answer to an earlier request, which took until after its end")
    func slowAnswer() async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, .late({ [clock = fixture.clock] in clock.advance(1_800) }, none), found)
        #expect(try await client.waitForProfile(session).mvpd == "Cable")
        #expect(fixture.service.count(poll) == 2)
    }

    @Test("a new code ends the waiting for the old one")
    func replaced() async throws {
        let (client, old) = try await begin()
        fixture.service.answer(poll, none)
        fixture.clock.stop()
        let waiting = Task { try await client.waitForProfile(old) }
        await fixture.clock.awaitPause()
        _ = try await session(client)
        // The pause continues; only its end shows that the code was replaced.
        fixture.clock.resume()
        await #expect(throws: EntitlementClientError.sessionEnded) { try await waiting.value }
        #expect(fixture.service.count(poll) == 1)
    }

    @Test("cancelling the task ends the waiting, in a pause")
    func cancelled() async throws {
        let (client, session) = try await begin()
        await cancelWaiting(client, session)
        #expect(fixture.service.count(poll) == 1)
    }

    @Test("after a login with a code that was not waited for the profile is requested again")
    func profileOfCode() async throws {
        let (client, session) = try await begin()
        let profile = "GET /api/v2/REF30/profiles/Cable"
        fixture.service.answer(profile, found, none, found)
        _ = try await client.profile(for: "Cable")
        _ = try await client.profile(for: "Cable")
        fixture.service.answer(poll, none, found)
        #expect(try await client.profile(code: session.code) == nil)
        #expect(try await client.currentProfile() == nil)
        #expect(try await client.profile(code: session.code) != nil)
        #expect(try await client.currentProfile()?.mvpd == "Cable")
    }

    @Test("after a wait that was cancelled the profile is requested again: the user may have used the code")
    func loginAfterCancellation() async throws {
        let (client, session) = try await begin()
        let profile = "GET /api/v2/REF30/profiles/Cable"
        fixture.service.answer(profile, found, none)
        _ = try await client.profile(for: "Cable")
        _ = try await client.profile(for: "Cable")
        #expect(try await client.currentProfile() == nil)
        await cancelWaiting(client, session)
        fixture.service.answer(profile, found)
        #expect(try await client.currentProfile()?.mvpd == "Cable")
    }

    @Test(
        "other errors end the waiting",
        arguments: [
            ("temporary_access_duration_limit_exceeded", 403, "none"),
            ("invalid_configuration_temporary_access", 500, "configuration"),
        ])
    func refused(code: String, status: Int, action: String) async throws {
        let (client, session) = try await begin()
        fixture.service.answer(poll, .json(status, Sample.error(code, status: status, action: action)))
        let error = await #expect(throws: EntitlementClientError.self) { try await client.waitForProfile(session) }
        #expect(error?.code == ErrorCode(code))
        #expect(fixture.service.count(poll) == 1)
    }

    @Test("a wrong code is the end of a session for the second screen, too")
    func wrongCode() async {
        let refusal = FakeService.Reply.json(400, Sample.error("invalid_authentication_session", status: 400))
        for method in ["GET", "POST"] { fixture.service.answer("\(method) /api/v2/REF30/sessions/ABCDEFG", refusal) }
        fixture.service.answer(poll, refusal)
        let client = fixture.client()
        await #expect(throws: EntitlementClientError.sessionEnded) { try await client.session(code: "ABCDEFG") }
        await #expect(throws: EntitlementClientError.sessionEnded) { try await client.resumeSession(code: "ABCDEFG") }
        await #expect(throws: EntitlementClientError.sessionEnded) { try await client.profile(code: "ABCDEFG") }
    }
}
