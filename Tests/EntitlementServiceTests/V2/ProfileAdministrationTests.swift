import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Profiles of REST v2 in the administration", .app)
struct ProfileAdministrationTests {
    private let app = Client.current

    @Test("sessions of both interfaces are listed together, newest first, in pages, with filters")
    func list() async throws {
        _ = try await app.administer(.put, "integrations/REF30/AlphaCable", #"{"degraded":"authn-all"}"#)
        for number in 1...5 {
            app.fixture.clock.advance(seconds: 60)
            if number % 2 == 0 {
                #expect(try await app.exchange(nil, device: "device-\(number)").status == 204)
            } else {
                let session = try await app.createSession(headers: Client.headers(device: "device-\(number)"))
                #expect(try await app.logIn(session).destination == "adbe.example://done")
            }
        }
        for limit in 1...6 {
            var (devices, next): ([String], String?) = ([], "")
            while let cursor = next {
                let page = try await app.administer(.get, "sessions?limit=\(limit)\(cursor)")
                let sessions = page.json["sessions"]?.elements ?? []
                #expect(sessions.count <= limit && page.json["total"]?.integer == 5)
                devices += sessions.compactMap { $0["deviceId"]?.text }
                next = page.json["next"]?.text.map { "&cursor=\($0)" }
            }
            #expect(devices == (1...5).reversed().map { "device-\($0)" }, "pages of \(limit)")
        }
        for (query, count) in [
            ("mvpd=GammaSat", 3), ("mvpd=AlphaCable", 2), ("user=u-1001-alice", 3), ("device=device-1", 1),
            ("state=ended", 0),
        ] {
            #expect(try await app.administer(.get, "sessions?\(query)").json["total"]?.integer == Int64(count), "\(query)")
        }
    }

    @Test("valid codes are listed with what is known of their sessions, until they end")
    func codes() async throws {
        let session = try await app.createSession()
        let list = try await app.administer(.get, "codes?requestor=REF30")
        let code = try #require(list.json["codes"]?.elements.first)
        #expect(list.json["total"]?.integer == 1 && code["code"] == session.json["code"] && code["interface"] == "v2")
        #expect(code["mvpd"] == "GammaSat" && code["domainName"] == "example.com" && code["used"] == false)
        #expect(code["redirectUrl"] == "adbe.example://done" && code["deviceId"] == "device-1")
        let typed = (code["code"]?.text ?? "").lowercased() + "%20"
        #expect(try await app.administer(.get, "codes?code=\(typed)").json["codes"] == list.json["codes"])
        for query in ["codes?code=\(typed)&requestor=REF60", "codes?code=AAAAAAA", "codes?code=%25"] {
            #expect(try await app.administer(.get, query).json["codes"] == .array([]), "\(query)")
        }
        _ = try await app.logIn(session)
        #expect(try await app.administer(.get, "codes").json["codes"]?.elements.first?["used"] == true)
        #expect(try await app.administer(.get, "codes?requestor=REF60").json["total"]?.integer == 0)
        #expect(try await app.administer(.get, "codes?requestor=NOPE").status == 404)
        app.fixture.clock.advance(seconds: 31 * 86_400)
        #expect(try await app.administer(.get, "codes").json["codes"] == .array([]))
    }

    @Test("the dashboard lists open sessions until their login, their replacement or their end")
    func openSessions() async throws {
        func list(_ query: String = "") async throws -> String {
            let page = try await app.get("/dashboard/sessions\(query)").text
            return page.components(separatedBy: "<caption>Open sessions of REST v2").last ?? ""
        }
        #expect(try await list().contains("No session waits for a login."))
        let session = try await app.createSession()
        let code = try #require(session.json["code"]?.text)
        let page = try await list("?requestor=REF30&mvpd=GammaSat")
        #expect(page.contains(">\(code)<") && page.contains(">adbe.example://done<") && page.contains(">30 min<"), "\(page)")
        #expect(page.contains(">REF30<") && page.contains(">GammaSat<") && page.contains(">device-1<"), "\(page)")
        #expect(try await list("?requestor=REF60").contains(code) == false)
        #expect(try await list("?mvpd=AlphaCable").contains(code) == false)
        _ = try await app.logIn(session)
        #expect(try await list().contains("No session waits for a login."))

        let headers = Client.headers(device: "<b>\"")
        let first = try #require(try await app.createSession([:], headers: headers).json["code"]?.text)
        #expect(try await list().contains(">\(first)<"))
        let second = try #require(try await app.createSession([:], headers: headers).json["code"]?.text)
        let replaced = try await list()
        #expect(replaced.contains(">\(second)<") && !replaced.contains(first), "\(replaced)")
        #expect(replaced.contains(">not chosen<") && replaced.contains(">not given<"), "\(replaced)")
        #expect(replaced.contains("&lt;b&gt;") && !replaced.contains("<b>"), "\(replaced)")
        app.fixture.clock.advance(seconds: 1_801)
        #expect(try await list().contains("No session waits for a login."))
    }

    @Test("a page of codes without an open session does not hide an earlier one, until that has ended")
    func earlierOpenSession() async throws {
        let code = try #require(try await app.createSession().json["code"]?.text)
        for _ in 0...200 {
            #expect(try await app.post("/reggie/v1/REF30/regcode", ["deviceId": "tv", "ttl": "36000"]).status == 201)
        }
        let first = try await app.get("/dashboard/sessions").text
        #expect(!first.contains(code) && !first.contains("waits for a login"), "\(first)")
        let link = try #require(
            first.components(separatedBy: "href=\"/dashboard/sessions?codes=").dropFirst().first.map {
                $0.prefix { $0 != "\"" }
            })
        let second = try await app.get("/dashboard/sessions?codes=\(link)").text
        #expect(second.contains(">\(code)<") && !second.contains("waits for a login"), "\(second)")
        app.fixture.clock.advance(seconds: 1_801)
        let later = try await app.get("/dashboard/sessions").text
        #expect(later.contains("No session waits for a login.") && !later.contains("More open sessions"), "\(later)")
        let end = try await app.get("/dashboard/sessions?codes=\(link)").text
        #expect(end.contains("No earlier session waits for a login."), "\(end)")
    }

    @Test("a profile is shown with client, type and degradation, with its authorizations, and ended")
    func life() async throws {
        _ = try await app.logIn(try await app.createSession())
        let headers = Client.headers(["Content-Type": "application/json"])
        let path = Endpoint.authorize.path(mvpd: "GammaSat")
        _ = try await app.send(.post, path, headers: headers, body: #"{"resources":["news"]}"#)
        _ = try await app.administer(.put, "integrations/REF30/GammaSat", #"{"degraded":"authz-all"}"#)
        let session = try #require(try await app.administer(.get, "sessions").json["sessions"]?.elements.first)
        #expect(session["interface"] == "v2" && session["type"] == "regular" && session["degradation"] == "authz-all")
        #expect(session["clientId"]?.text?.isEmpty == false && session["appId"] == "")
        let id = try #require(session["id"]?.text)
        #expect(try await app.administer(.get, "sessions/\(id)").json == session)
        let authorizations = try await app.administer(.get, "sessions/\(id)/authorizations")
        #expect(authorizations.json["authorizations"]?.elements.map { $0["resource"] } == ["news"])
        #expect(try await app.administer(.get, "status").json["sessions"]?.integer == 1)
        let page = try await app.get("/dashboard/sessions")
        #expect(page.text.contains("v2") && page.text.contains("regular") && page.text.contains("authz-all"))
        #expect(page.text.contains("row 24.7, login at the provider"))
        #expect(try await app.get("/dashboard/sessions/\(id)").text.contains("GammaSat"))

        #expect(try await app.administer(.delete, "sessions/\(id)").status == 204)
        #expect(try await app.administer(.get, "sessions").json["total"]?.integer == 0)
        let ended = try await app.administer(.get, "sessions?state=ended").json["sessions"]?.elements
        #expect(ended?.count == 1)
        #expect(try await app.administer(.get, "sessions/\(id)/authorizations").json["authorizations"] == [])
        #expect(try await app.call(.profiles).json["profiles"] == .object([]))
        #expect(try await app.administer(.get, "journal").text.contains("service.session-revoked"))
    }

    @Test("a snapshot keeps profiles, sessions and authorizations, and a reset ends them")
    func snapshots() async throws {
        _ = try await app.logIn(try await app.createSession())
        let code = try await app.createSession(["mvpd": "DeltaCoop"]).json["code"]?.text ?? ""
        let before = try await app.call(.profiles)
        let snapshot = try await app.administer(.get, "snapshot").text
        _ = try await app.administer(.post, "reset")
        #expect(try await app.call(.profiles).json["profiles"] == .object([]))
        #expect(try await app.administer(.put, "snapshot", snapshot).status == 200)
        #expect(try await app.call(.profiles).json == before.json)
        #expect(try await app.get("/api/v2/REF30/sessions/\(code)").status == 200)
    }

    @Test("metrics, usage and the log of requests show the calls; codes and addresses of devices stay hidden in the log")
    func observation() async throws {
        // Each node logs its own requests.
        try await Fixture(isOneNode: true).testApp { app in
            let session = try await app.createSession()
            let code = session.json["code"]?.text ?? ""
            _ = try await app.logIn(session)
            _ = try await app.get("/api/v2/REF30/profiles/code/\(code)?redirectUrl=adbe.example")
            let log = try await app.administer(.get, "requests").text
            #expect(log.contains("/api/v2/REF30/profiles/code/***?redirectUrl=adbe.example") && !log.contains(code))
            _ = try await app.get("/api/v2//REF30/profiles/code//\(code)")
            let more = try await app.administer(.get, "requests").text
            #expect(more.contains("/api/v2//REF30/profiles/code//***") && !more.contains(code))
            let metrics = try await app.get("/metrics").text
            #expect(metrics.contains(#"route="/api/v2/{serviceProvider}/profiles/code/{code}""#))
            let usage = try await app.administer(.get, "usage?requestor=REF30").text
            #expect(usage.contains(#""authn-attempts":1,"authn-pending":1,"authn-successful":1"#))
        }
    }

    @Test(
        "a fault affects each call of REST v2 at its own point, always with an enhanced error",
        .app { $0.requestors[0].hasEnhancedErrors = false }, arguments: Endpoint.allCases)
    func faults(endpoint: Endpoint) async throws {
        let match = app.fixture.environment.routeTable.match(endpoint.path())
        let point = try #require(match.attributes(for: endpoint.method).fault)
        for (code, status, action) in [
            ("internal_server_error", 500, "none"),
            ("invalid_access_token_client_application", 401, "application-registration"),
            ("invalid_parameter_mvpd", 400, "none"), ("too_many_resources", 403, "configuration"),
            ("invalid_configuration_user_metadata_certificate", 500, "configuration"), ("invalid_integration", 400, "none"),
        ] {
            let body = #"{"at":"\#(point.rawValue)","error":"\#(code)","times":1}"#
            let added = try await app.administer(.post, "faults", body)
            #expect(added.status == 201, "\(added.text)")
            let answer = try await app.call(endpoint)
            #expect(answer.status == status && answer.code == code && answer.json["action"]?.text == action, "\(answer.text)")
        }
    }
}
