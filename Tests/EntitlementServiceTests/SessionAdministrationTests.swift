import Administration
import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Administration of sessions, and usage", .service)
struct SessionAdministrationTests {
    private let client = Client.current

    @Test("a session is listed by all its filters, shown, with its authorizations, and revoked")
    func life() async throws {
        let app = try await client.registered()
        try await app.signIn()
        let resource = "requestor=REF30&deviceId=device-1&resource=news"
        #expect(try await app.get("/api/v1/authorize?\(resource)").status == 200)
        let list = try await client.administer(.get, "sessions")
        let sessions = try #require(list.json["sessions"]?.elements)
        #expect(sessions.count == 1 && list.json["next"] == .null && list.json["total"]?.integer == 1)
        let id = try #require(sessions[0]["id"]?.text)
        #expect(sessions[0]["mvpd"] == "AlphaCable" && sessions[0]["userId"] == "u-1001-alice")
        #expect(sessions[0]["source"] == "apple" && sessions[0]["deviceId"] == "device-1")
        #expect(try await client.administer(.get, "sessions/\(id)").json == sessions[0])
        for (query, count) in [
            ("requestor=REF30", 1), ("requestor=REF60", 0), ("mvpd=AlphaCable", 1), ("mvpd=GammaSat", 0),
            ("user=u-1001-alice", 1), ("user=nobody", 0), ("device=device-1", 1), ("device=other", 0), ("state=ended", 0),
            ("state=all", 1), ("limit=1", 1),
        ] {
            #expect(try await client.administer(.get, "sessions?\(query)").json["total"]?.integer == Int64(count), "\(query)")
        }
        let authorizations = try await client.administer(.get, "sessions/\(id)/authorizations")
        #expect(authorizations.text.contains(#""resource":"news","mvpd":"AlphaCable","degraded":false"#))

        #expect(try await client.administer(.delete, "sessions/\(id)").status == 204)
        #expect(try await app.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 404)
        for (method, path) in [(HTTPRequest.Method.get, ""), (.delete, ""), (.get, "/authorizations")] {
            let answer = try await client.administer(method, "sessions/\(id)\(path)")
            #expect(answer.status == 404 && answer.error == "not_found")
        }
        let journal = try await client.administer(.get, "journal")
        #expect(journal.text.contains("service.session-revoked"))
    }

    @Test("a parameter that a call does not accept is rejected by name, so that a typo neither lists nor deletes nor resets")
    func unknownParameters() async throws {
        let calls = client.fixture.administrativeCalls
        #expect(calls.count > 20)
        for (method, path) in calls {
            let body = method == .get ? nil : "{}"
            let answer = try await client.send(method, path + "?Requestor=x", body: body, token: Fixture.adminToken)
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(method) \(path)")
            let problem = #"The parameter "Requestor" is unknown; accepted: "#
            #expect(answer.message?.hasPrefix(problem) == true, "\(method) \(path): \(answer.text)")
        }
    }

    @Test("a call without a body rejects one with a member, and has no effect")
    func unknownMembers() async throws {
        let integration = "integrations/REF30/AlphaCable"
        _ = try await client.administer(.put, integration, #"{"enabled":false}"#)
        for path in ["reset", "media-certificates/roll", "applications/x/revoke", "faults/x/release", "dashboard-links"] {
            let answer = try await client.administer(.post, path, #"{"foo":1}"#)
            #expect(answer.status == 400 && answer.message == #""foo" is unknown; accepted: none."#, "\(answer.text)")
            #expect(try await client.administer(.post, path, "foo").status == 400, "\(path)")
        }
        #expect(try await client.administer(.get, integration).json["enabled"] == false)
        #expect(try await client.administer(.post, "reset", "{}").status == 204)
    }

    @Test("pages follow each other until the last")
    func pages() async throws {
        let app = try await client.registered()
        _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"degraded":"authn-all"}"#)
        for number in 1...5 {
            #expect(try await app.exchange(nil, device: "device-\(number)").status == 204)
        }
        var devices: [String] = []
        var next = ""
        for _ in 1...3 {
            let page = try await client.administer(.get, "sessions?limit=2\(next)")
            let sessions = try #require(page.json["sessions"]?.elements)
            devices += sessions.compactMap { $0["deviceId"]?.text }
            #expect(page.json["total"]?.integer == 5)
            next = page.json["next"]?.text.map { "&cursor=\($0)" } ?? ""
        }
        #expect(devices == (1...5).reversed().map { "device-\($0)" } && next.isEmpty)
    }

    @Test(
        "a wrong parameter of a list is named",
        arguments: [
            ("sessions?state=old", "state"), ("sessions?limit=0", "limit"), ("sessions?limit=201", "limit"),
            ("sessions?limit=x", "limit"), ("sessions?cursor=-1", "cursor"), ("sessions?cursor=1.x", "cursor"),
            ("usage?since=x", "since"),
        ])
    func wrongParameters(_ path: String, _ name: String) async throws {
        let answer = try await client.administer(.get, path)
        #expect(answer.status == 400 && answer.error == "invalid_request")
        #expect(answer.message?.hasPrefix(name) == true, "\(answer.text)")
    }

    @Test("subscribers are listed without passwords")
    func subscribers() async throws {
        let list = try await client.administer(.get, "subscribers?provider=alpha.example")
        #expect(
            list.text.hasPrefix(
                #"{"subscribers":[{"provider":"alpha.example","username":"alice","userId":"u-1001-alice","#
                    + #""channels":["news","sports","kids","movies"],"suspended":false}"#))
        #expect(list.text.contains(#""username":"carol""#) && !list.text.contains("beta") && !list.text.contains("password"))
        #expect(try await client.administer(.get, "subscribers?provider=nobody.example").status == 404)
        #expect(try await client.administer(.get, "sessions?requestor=NOPE").status == 404)
        #expect(try await client.administer(.get, "sessions?mvpd=NOPE").status == 404)
        #expect(try await client.administer(.get, "usage?requestor=NOPE").status == 404)
    }

    @Test("usage counts events by hour and requestor")
    func usage() async throws {
        let app = try await client.registered()
        try await app.signIn()
        let device = "requestor=REF30&deviceId=device-1"
        _ = try await app.get("/api/v1/authorize?\(device)&resource=news")
        for _ in 1...4 { _ = try await app.get("/api/v1/authorize?\(device)&resource=opera") }
        _ = try await app.get("/api/v1/tokens/media?\(device)&resource=news")
        let usage = try await client.administer(.get, "usage?requestor=REF30")
        let hour = client.fixture.clock.milliseconds() / 3_600_000 * 3_600_000
        #expect(
            usage.text
                == #"{"hours":[{"start":\#(hour),"requestor":"REF30","counts":{"authn-attempts":1,"authn-pending":1,"#
                + #""authn-successful":1,"authn-failed":0,"authz-attempts":5,"authz-successful":1,"authz-failed":3,"#
                + #""authz-rejected":1,"media-tokens":1,"unique-sessions":1}}]}"#)
        let later = client.fixture.clock.milliseconds() + 3_600_000
        #expect(try await client.administer(.get, "usage?since=\(later)").json["hours"] == [])
    }

    @Test("callers choose the names by which calls are counted: one that no requestor can have is not kept")
    func usageOfInventedNames() {
        let counts = UsageCounts()
        for length in [255, 256, 12_000] {
            let details = ["requestor": String(repeating: "x", count: length)]
            counts.note(.resourcesAuthorized, outcome: "invalid_access_token_client_application", details, at: 0)
        }
        let hours = counts.hours(since: 0)
        #expect(hours.map(\.requestor.utf8.count) == [0, 255])
        #expect(hours.map { $0.counts["authz-failed"] } == [2, 1], "\(hours)")
    }

    @Test("a sign-in without a provider counts only as a session: by a rule, or with another requestor's login")
    func usageWithoutProvider() async throws {
        let app = try await client.registered()
        let rule = #"{"degraded":"authn-all"}"#
        #expect(try await client.administer(.put, "integrations/REF30/AlphaCable", rule).status == 200)
        let path = "/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS&deviceId=device-1"
        #expect(try await app.get(path).status == 204)
        #expect(try await app.exchange("x").status == 204)
        let login = WalkingBrowser.loginAddress(code: try await app.registrationCode(device: "device-2"))
        #expect(try await app.get(login).headers[.location] == "adobepass://ios.app")
        let usage = try await client.administer(.get, "usage?requestor=REF30").text
        #expect(
            usage.contains(#""authn-attempts":0,"authn-pending":0,"authn-successful":0,"authn-failed":0"#)
                && usage.contains(#""unique-sessions":1"#), "\(usage)")
        let entries = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        for event in ["service.profile-requested", "service.token-exchanged", "service.login-started"] {
            #expect(entries.last { $0["event"]?.text == event }?["details"]?["reason"] == "degraded", "\(event)")
        }
        let shared = ["sharedRequestor": "REF60"]
        #expect(UsageCounts.kinds(.tokenExchanged, "ok", shared) == [.sessions])
        #expect(UsageCounts.kinds(.tokenExchanged, "bad_request", shared) == [])
    }

    @Test("in REST v2, a user is sent to a provider once, however often the session's address is opened before")
    func usageOfSessions() {
        for reason in ["choice of a provider", "no login needed", "pfs_fallback"] {
            let details = ["requestor": "REF30", "reason": reason]
            #expect(UsageCounts.kinds(.sessionLoginStarted, "ok", details) == [])
            #expect(UsageCounts.kinds(.partnerSessionCreated, "ok", details) == [])
            #expect(UsageCounts.kinds(.partnerProfileCreated, "ok", details) == [])
        }
        #expect(UsageCounts.kinds(.sessionLoginStarted, "ok", [:]) == [.authenticationAttempts])
        let refused = UsageCounts.kinds(.partnerProfileCreated, "invalid_parameter_saml_response", ["reason": "expired"])
        #expect(refused == [.authenticationPending, .authenticationFailed])
    }
}
