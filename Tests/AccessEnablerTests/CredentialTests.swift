import DecisionTables
import ServiceAccess
import Synchronization
import Testing

@testable import AccessEnabler

/// Registration and access token: renewed once in a call, then R400 or R401.
@Suite("Credentials")
struct CredentialTests {
    /// The paths that a call requests.
    private func paths(of call: LibraryCall, in app: inout FakeApp) -> [String] {
        let count = app.service.requests.count
        app.call(call)
        return app.service.requests.dropFirst(count).map(\.path)
    }

    private let authorization = LibraryCall.getAuthorization(resource: "news", data: [:])

    @Test("an empty access token in the storage counts as missing")
    func emptyToken() {
        let stored: [String: JSONValue] = [
            "id": .text("id"), "secret": .text("secret"), "accessToken": .text(""), "accessTokenExpires": .integer(.max),
        ]
        #expect(Client(json: .object(stored))?.needsAccessToken(now: 0) == true)
    }

    @Test("one token refresh in a call, over all of its requests; then R401")
    func oneRefresh() {
        var app = FakeApp.signedIn()
        app.service.accessTokens = []
        app.service.accessTokenUses = 1
        let paths = paths(of: authorization, in: &app)
        #expect(
            paths == ["/api/v1/authorize", "/o/client/token", "/api/v1/authorize", "/api/v1/tokens/media"], "no second refresh")
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.r401)),
                .tokenRequestFailed(
                    resource: "news", code: USER_NOT_AUTHORIZED_ERROR, description: "No access token could be obtained."),
            ])
        app.service.accessTokenUses = nil
        app.service.accessTokens = []
        #expect(self.paths(of: authorization, in: &app).contains("/o/client/token"), "the next call may refresh again")
        #expect(app.takeCallbacks().last?.entry.name == "setToken")
    }

    @Test("a pause before a repeated request does not permit a second refresh in the same call")
    func oneRefreshAcrossPause() {
        var app = FakeApp.signedIn()
        app.service.accessTokens = []
        app.service.accessTokenUses = 0
        // The first attempt after the refresh meets a gateway that fails.
        let attempts = Mutex(0)
        app.service.network = { request, outcome in
            guard request.path == "/api/v1/preauthorize" else { return outcome }
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            return attempt == 2 ? .answer(HTTPAnswer(status: 503)) : outcome
        }
        let paths = paths(of: .checkPreauthorizedResources(["news"], usesCache: false), in: &app)
        #expect(
            paths == ["/api/v1/preauthorize", "/o/client/token", "/api/v1/preauthorize", "/api/v1/preauthorize"],
            "no second refresh")
        #expect(app.takeCallbacks() == [.status(StatusReport(.r401)), .preauthorizedResources([])])
    }

    @Test("a client that the service has revoked registers again once; a service that revokes each ends with R401")
    func oneRegistration() {
        var app = FakeApp.signedIn()
        app.service.clients = []
        let paths = paths(of: authorization, in: &app)
        #expect(
            paths == [
                "/api/v1/authorize", "/o/client/register", "/o/client/token", "/api/v1/authorize", "/api/v1/tokens/media",
            ])
        #expect(app.takeCallbacks().last?.entry.name == "setToken")
        app.service.forgetsEveryClient = true
        app.service.clients = []
        #expect(self.paths(of: .checkPreauthorizedResources(["kids"], usesCache: true), in: &app).count == 4)
        #expect(app.takeCallbacks() == [.status(StatusReport(.r401)), .preauthorizedResources([])])
    }

    @Test("a statement that is revoked during a session is R400 in every call, and access_token_unavailable")
    func revokedStatement() {
        var app = FakeApp.signedIn()
        app.service.clients = []
        app.service.acceptsStatements = false
        app.call(authorization)
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.r400)),
                .tokenRequestFailed(
                    resource: "news", code: USER_NOT_AUTHORIZED_ERROR,
                    description: "The software statement is missing, invalid or revoked."),
            ])
        app.call(.checkPreauthorizedResources(["news"], usesCache: true))
        #expect(app.takeCallbacks() == [.status(StatusReport(.r400)), .preauthorizedResources([])])
        app.call(.preauthorize(resources: ["news"], usesCache: true))
        let reason = "The software statement is missing, invalid or revoked."
        #expect(app.takeCallbacks() == [.preauthorize(isServiced: false, .accessTokenUnavailable(reason))])
        app.call(.checkAuthentication)
        #expect(app.takeCallbacks().last == .loggedIn, "the login stands")
        app.configure()
        #expect(app.takeCallbacks() == [.status(StatusReport(.r400)), .setRequestorComplete(isSuccess: false)])
    }

    @Test("an access token is renewed before it expires, after it has expired, and not while it is fresh")
    func proactive() {
        var app = FakeApp.signedIn()
        app.service.now += 21_538_000
        #expect(paths(of: authorization, in: &app) == ["/api/v1/authorize", "/api/v1/tokens/media"], "62 seconds are left")
        app.service.now += 2_000
        #expect(paths(of: authorization, in: &app) == ["/o/client/token", "/api/v1/tokens/media"], "60 seconds are left")
        app.service.now += 30_000_000
        #expect(paths(of: .checkPreauthorizedResources(["a"], usesCache: true), in: &app).first == "/o/client/token")
        #expect(app.takeCallbacks().allSatisfy { $0.entry.name != "status" })
    }

    @Test("if it cannot be renewed in time, the old access token is used until it expires", arguments: [429, 503])
    func temporaryFailure(status: Int) {
        var app = FakeApp.signedIn()
        app.service.now += 21_560_000
        app.service.faults["/o/client/token"] = status
        let paths = paths(of: .checkPreauthorizedResources(["news"], usesCache: false), in: &app)
        #expect(paths == ["/o/client/token", "/api/v1/preauthorize"])
        #expect(app.takeCallbacks() == [.preauthorizedResources(["news"])])
        app.service.now += 41_000
        app.call(.preauthorize(resources: ["news"], usesCache: false))
        let reason = status == 429 ? "Too many requests (throttled by the service)." : "The service answered 503."
        let failure = status == 429 ? PreauthorizeAnswer.networkError(reason) : .accessTokenUnavailable(reason)
        #expect(app.takeCallbacks() == [.preauthorize(isServiced: false, failure)])
    }

    @Test("a token with a short lifetime is renewed only in its last tenth")
    func shortLife() {
        var client = Client(id: "c", secret: "s")
        #expect(client.needsAccessToken(now: 0))
        client.keep(accessToken: "a", seconds: 100, now: 1_000)
        #expect(!client.needsAccessToken(now: 90_999) && client.needsAccessToken(now: 91_000))
        #expect(client.hasAccessToken(now: 100_999) && !client.hasAccessToken(now: 101_000))
        #expect(Client(json: client.json) == client)
        client.keep(accessToken: "a", seconds: .max, now: 0)
        #expect(client.hasAccessToken(now: 365 * 86_400_000) && !client.hasAccessToken(now: 367 * 86_400_000))
    }

    // Two requests at once.

    /// Two requests, both sent with an access token that the service no longer accepts.
    private func twoAtOnce() -> (app: FakeApp, strands: [StrandID], requests: [(RequestID, HTTPRequest)]) {
        var app = FakeApp.signedIn()
        app.service.accessTokens = []
        // Beside the line of calls.
        let strands = ["/api/v1/checkauthn", "/api/v1/preauthorize"].map { path in
            app.machine.startBeside { $0.requestService($0.apiRequest(path, mvpd: "AlphaCable")) { _, _ in } }
        }
        let requests = requests(in: app.machine.handle(.elapsed(-1), at: app.service.now))
        return (app, strands, requests)
    }

    private func requests(in effects: [Effect]) -> [(RequestID, HTTPRequest)] {
        effects.compactMap { if case .http(let id, let request) = $0 { (id, request) } else { nil } }
    }

    private func outcome(of request: (RequestID, HTTPRequest), in app: inout FakeApp) -> HTTPOutcome {
        app.service.answer(request.1) ?? .unreachable("no answer")
    }

    private func answer(_ request: (RequestID, HTTPRequest), in app: inout FakeApp) -> [(RequestID, HTTPRequest)] {
        requests(in: app.machine.handle(.http(request.0, outcome(of: request, in: &app)), at: app.service.now))
    }

    @Test("two requests that are rejected at once share one renewal")
    func shared() throws {
        var (app, _, requests) = twoAtOnce()
        #expect(requests.map(\.1.path) == ["/api/v1/checkauthn", "/api/v1/preauthorize"])
        let renewal = answer(requests[0], in: &app)
        #expect(renewal.map(\.1.path) == ["/o/client/token"])
        #expect(answer(requests[1], in: &app).isEmpty, "the second waits for the first one's renewal")
        let again = answer(renewal[0], in: &app)
        #expect(again.map(\.1.path) == ["/api/v1/checkauthn", "/api/v1/preauthorize"])
        for request in again { #expect(answer(request, in: &app).isEmpty, "accepted") }
    }

    @Test("a request that is rejected after another one's renewal is sent again with the new access token")
    func late() {
        var (app, _, requests) = twoAtOnce()
        let refused = outcome(of: requests[1], in: &app)
        let renewal = answer(requests[0], in: &app)
        #expect(answer(renewal[0], in: &app).map(\.1.path) == ["/api/v1/checkauthn"])
        let again = self.requests(in: app.machine.handle(.http(requests[1].0, refused), at: app.service.now))
        #expect(again.map(\.1.path) == ["/api/v1/preauthorize"])
        #expect(answer(again[0], in: &app).isEmpty, "accepted")
    }

    @Test("an access token is stored with the registration that it was issued for, even if the storage is read meanwhile")
    func readMeanwhile() throws {
        var (app, _, requests) = twoAtOnce()
        app.service.clients = ["another"]
        let renewal = answer(requests[0], in: &app)
        let registration = answer(renewal[0], in: &app)
        #expect(registration.map(\.1.path) == ["/o/client/register"])
        let old = app.stored("REF30")
        guard case .load(let read, _, _)? = app.machine.handle(.call(.getSelectedProvider), at: app.service.now).first else {
            Issue.record("the storage is not read")
            return
        }
        let token = try #require(answer(registration[0], in: &app).first)
        _ = app.machine.handle(.loaded(read, old), at: app.service.now)
        let effects = app.machine.handle(.http(token.0, outcome(of: token, in: &app)), at: app.service.now)
        let stored = effects.compactMap { if case .save(.client(_, let client?)) = $0 { client } else { nil } }
        #expect(stored.map(\.id) == ["client-1"])
        #expect(old.clients.values.map(\.id) == ["client-0"])
    }

    @Test("a renewal continues for the second request if the first is cancelled, but not if both are")
    func givenUp() {
        var (app, strands, requests) = twoAtOnce()
        let renewal = answer(requests[0], in: &app)
        _ = answer(requests[1], in: &app)
        app.machine.giveUp(strand: strands[0])
        #expect(answer(renewal[0], in: &app).map(\.1.path) == ["/api/v1/preauthorize"])
        (app, strands, requests) = twoAtOnce()
        let other = answer(requests[0], in: &app)
        for strand in strands { app.machine.giveUp(strand: strand) }
        #expect(app.machine.handle(.elapsed(-1), at: app.service.now).contains(.giveUp(other[0].0)))
        #expect(answer(other[0], in: &app).isEmpty)
    }
}
