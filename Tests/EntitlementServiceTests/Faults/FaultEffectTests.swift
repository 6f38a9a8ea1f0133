import EntitlementCore
import EntitlementService
import Foundation
import HTTPTypes
import TVWorld
import Testing

@Suite("Effects of faults on calls", .service)
struct FaultEffectTests {
    private let client = Client.current
    private let device = "requestor=REF30&deviceId=device-1"

    @Test(
        "an error is the endpoint's own: code, status, headers, enhanced or not",
        .service { $0.requestors[1].hasEnhancedErrors = false })
    func errors() async throws {
        let requestors = client.fixture.environment.engine.read { $0.world.requestors }
        let client = try await client.registered()
        for (point, code) in [
            ("service.register", "unapproved_software_statement"), ("service.token", "unauthorized_client"),
            ("service.config", "invalid_requestor"), ("service.authorize", "authorization_denied_by_parental_controls"),
            ("service.media", "access_denied"), ("service.authn", "authentication_session_expired"),
            ("service.exchange", "authentication_session_expired"),
        ] { #expect(try await client.administer(.post, "faults", #"{"at":"\#(point)","error":"\#(code)"}"#).status == 201) }
        let registration = try await client.register("x")
        #expect(registration.status == 400 && registration.error == "unapproved_software_statement")
        #expect(try await client.post("/o/client/token", [:]).error == "unauthorized_client")
        let configuration = try await client.get("/api/v1/config/\(requestors[0].id)")
        #expect(configuration.status == 400 && configuration.code == "invalid_requestor")
        #expect(try await client.get("/api/v1/config/\(requestors[1].id)").code == nil)
        let denied = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(denied.status == 403 && denied.headers[HTTPField.Name("Authzf-Error-Code")!] == "Z100")
        #expect(try await client.get("/api/v1/tokens/media?\(device)&resource=news").error == "access_denied")
        #expect(try await client.get("/api/v1/tokens/authn?\(device)").status == 410)
        #expect(try await client.get("/api/v1/checkauthn?\(device)").status == 403)
        #expect(try await client.get("/api/v1/checkauthn/ABCDEFG?\(device)").status == 403)
        #expect(try await client.exchange("x").status == 412)
        let page = try await client.get("/api/v1/tokens/authn.xml?\(device)")
        #expect(page.text.contains("<code>authentication_session_expired</code>"))
    }

    @Test(
        "the requestor of a form decides about enhanced errors, its format about JSON or XML",
        .service { $0.requestors[1].hasEnhancedErrors = false })
    func forms() async throws {
        let requestors = client.fixture.environment.engine.read { $0.world.requestors.map(\.id) }
        let client = try await client.registered()
        for (point, path, name) in [
            ("service.exchange", "tokens/authn", "requestor"),
            ("service.freepreview", "authenticate/freepreview", "requestor_id"),
        ] {
            let fault = #"{"at":"\#(point)","error":"bad_request"}"#
            #expect(try await client.administer(.post, "faults", fault).status == 201)
            for (requestor, code) in [(requestors[0], "bad_request"), (requestors[1], nil)] {
                let answer = try await client.post("/api/v1/\(path)", [name: requestor])
                #expect(answer.status == 400 && answer.code == code, "\(path)")
            }
            let page = try await client.post("/api/v1/\(path)", [name: requestors[0], "format": "xml"])
            #expect(page.text.contains("<code>bad_request</code>"), "\(path)")
        }
    }

    @Test("authorize and tokens/media name the refusal in headers, also without enhanced errors", arguments: [true, false])
    func refusalHeaders(isEnhanced: Bool) async throws {
        try await Fixture(change: { $0.requestors[0].hasEnhancedErrors = isEnhanced }).test { client in
            let client = try await client.registered()
            for (point, path) in [("service.authorize", "authorize"), ("service.media", "tokens/media")] {
                let fault = #"{"at":"\#(point)","error":"network_connection_timeout"}"#
                #expect(try await client.administer(.post, "faults", fault).status == 201)
                let answer = try await client.get("/api/v1/\(path)?\(device)&resource=news&format=json")
                #expect(answer.status == 403 && answer.headers[HTTPField.Name("Authzf-Error-Code")!] == "Z120", "\(path)")
                #expect(answer.headers[HTTPField.Name("Authzf-Sub-Error-Code")!] == "network_connection_timeout", "\(path)")
                #expect(answer.code == (isEnhanced ? "network_connection_timeout" : nil), "\(path)")
            }
        }
    }

    @Test(
        "a sign-in that its provider has ended, or that is at another one, is refused with the status of the error codes",
        arguments: [("authentication_session_invalidated", 403), ("authentication_session_issuer_mismatch", 400)])
    func lostSession(code: String, status: Int) async throws {
        let client = try await client.registered()
        for (point, path) in [("authorize", "authorize"), ("authz", "tokens/authz"), ("preauthorize", "preauthorize")] {
            let fault = #"{"at":"service.\#(point)","error":"\#(code)","times":1}"#
            #expect(try await client.administer(.post, "faults", fault).status == 201)
            let answer = try await client.get("/api/v1/\(path)?\(device)&resource=news&format=json")
            #expect(answer.status == status && answer.code == code && answer.json["action"] == "authentication", "\(path)")
        }
    }

    @Test("a temporary pass that has ended, or has no settings, is refused with the status of the endpoint")
    func temporaryPass() async throws {
        let client = try await client.registered()
        let pass = ["requestor_id": "REF30", "deviceId": "device-1", "mso_id": "TempPass", "domain_name": "example.com"]
        for (code, startStatus, authorizationStatus) in [
            ("temporary_access_duration_limit_exceeded", 400, 403), ("invalid_configuration_temporary_access", 500, 500),
        ] {
            for point in ["service.freepreview", "service.authorize"] {
                let fault = #"{"at":"\#(point)","error":"\#(code)","times":1}"#
                #expect(try await client.administer(.post, "faults", fault).status == 201)
            }
            let start = try await client.post("/api/v1/authenticate/freepreview", pass)
            #expect(start.status == startStatus && start.code == code)
            let authorization = try await client.get("/api/v1/authorize?\(device)&resource=news")
            #expect(authorization.status == authorizationStatus && authorization.code == code)
        }
    }

    @Test(
        "device_id_mismatch is SEC412 for the library at every endpoint of a login, also without enhanced errors",
        .service { for index in $0.requestors.indices { $0.requestors[index].hasEnhancedErrors = index == 0 } })
    func deviceMismatch() async throws {
        let requestors = client.fixture.environment.engine.read { $0.world.requestors.map(\.id) }
        let client = try await client.registered()
        let points = [
            ("service.authn", "tokens/authn"), ("service.authorize", "authorize"), ("service.media", "tokens/media"),
            ("service.preauthorize", "preauthorize"), ("service.metadata", "tokens/usermetadata"),
        ]
        for (point, path) in points {
            let fault = #"{"at":"\#(point)","error":"device_id_mismatch"}"#
            #expect(try await client.administer(.post, "faults", fault).status == 201)
            for (index, requestor) in requestors.prefix(2).enumerated() {
                let answer = try await client.get(
                    "/api/v1/\(path)?requestor=\(requestor)&deviceId=device-1&resource=news&format=json")
                #expect(answer.status == 412 && answer.headers[HTTPField.Name("Authzf-Error-Code")!] == "SEC412", "\(path)")
                #expect(answer.code == (index == 0 ? "device_id_mismatch" : nil), "\(path)")
            }
        }
    }

    @Test(
        "an error in REST v2 has the status that the service itself gives its code",
        arguments: [
            ("invalid_access_token_client_application", 401), ("invalid_access_token_service_provider", 401),
            ("bad_request", 400), ("invalid_integration", 400), ("invalid_parameter_mvpd", 400),
            ("invalid_header_device_info", 400), ("temporary_access_duration_limit_exceeded", 403), ("too_many_resources", 403),
            ("network_received_error", 403), ("invalid_configuration_platform", 500), ("internal_server_error", 500),
        ])
    func version2(code: String, status: Int) async throws {
        let fault = #"{"at":"service.v2.profile","error":"\#(code)","times":1}"#
        #expect(try await client.administer(.post, "faults", fault).status == 201)
        let answer = try await client.registered().call(.profile)
        #expect(answer.status == status && answer.code == code && answer.json["status"]?.integer == Int64(status))
    }

    @Test("administration, dashboard, metrics and health are never affected")
    func spared() async throws {
        let added = try await client.administer(.post, "faults", #"{"at":"service.any","status":503}"#)
        #expect(added.status == 201)
        for path in ["/health", "/metrics", "/dashboard", "/openapi.json", "/saml/metadata", "/activate"] {
            #expect(try await client.get(path).status < 500, "\(path)")
        }
        #expect(try await client.administer(.get, "status").status == 200)
        for path in ["/api/v1/config/REF30", "/mvpd/alpha.example/logo.svg", "/api/v1/authenticate"] {
            #expect(try await client.get(path).status == 503, "\(path)")
        }
    }

    @Test("a fault of one app affects that app: by X-Device-Info, by appId, by its application's name")
    func applications() async throws {
        let fault = #"{"at":"service.authorize","applicationId":"com.example.news","status":503}"#
        #expect(try await client.administer(.post, "faults", fault).status == 201)
        let client = try await client.registered()
        let path = "/api/v1/authorize?\(device)&resource=news"
        func status(_ application: String) async throws -> Int {
            let information = Data(#"{"applicationId":"\#(application)"}"#.utf8).base64EncodedString()
            return try await client.send(.get, path, headers: [HTTPField.Name("X-Device-Info")!: information]).status
        }
        #expect(try await status("com.example.news") == 503)
        #expect(try await status("com.example.player") == 403)
        #expect(try await client.get(path).status == 403)
        #expect(try await client.get(path + "&appId=com.example.news").status == 503)
        let issued = try await client.administer(.post, "statements", #"{"requestor":"*","name":"com.example.news"}"#)
        let news = try await client.registered(with: try #require(issued.json["statement"]?.text))
        #expect(try await news.get(path).status == 503)
    }

    @Test("a fault of one app affects that app's forms, too: by appId, by device_info")
    func formsOfApplications() async throws {
        for point in ["service.regcode", "service.exchange"] {
            let fault = #"{"at":"\#(point)","applicationId":"com.example.news","status":503}"#
            #expect(try await client.administer(.post, "faults", fault).status == 201)
        }
        let information = Data(#"{"applicationId":"com.example.news"}"#.utf8).base64EncodedString()
        let client = try await client.registered()
        for (path, normal) in [("/reggie/v1/REF30/regcode", 201), ("/api/v1/tokens/authn", 400)] {
            let form = ["requestor": "REF30", "deviceId": "device-9"]
            func status(_ more: [String: String]) async throws -> Int {
                try await client.post(path, form.merging(more) { $1 }).status
            }
            #expect(try await status(["appId": "com.example.news"]) == 503)
            #expect(try await status(["device_info": information]) == 503)
            // The form is still read afterwards.
            #expect(try await status(["appId": "com.example.player"]) == normal)
        }
    }

    @Test("a call that hangs continues when it is released, when the fault is removed, and at a reset")
    func hanging() async throws {
        let ways: [(HTTPRequest.Method, String)] = [
            (.post, "faults/h/release"), (.post, "faults/service.config/release"), (.delete, "faults/h"), (.delete, "faults"),
            (.post, "reset"),
        ]
        let registered = try await client.registered()
        for (method, path) in ways {
            _ = try await client.administer(.delete, "faults")
            let fault = #"{"id":"h","at":"service.config","hang":true,"times":1}"#
            #expect(try await client.administer(.post, "faults", fault).status == 201)
            async let hanging = registered.get("/api/v1/config/REF30")
            while try await client.administer(.get, "faults").json["faults"]?.elements.first?["waiting"]?.integer != 1 {
                await Task.yield()
            }
            #expect(try await client.administer(method, path).status < 300, "\(path)")
            #expect(try await hanging.status == 200, "\(path)")
        }
    }

    @Test("a percentage of the calls fails, the same ones every time")
    func percentage() async throws {
        var rounds: [[Int]] = []
        for _ in 0..<2 {
            let fault = #"{"id":"flaky","at":"service.config","status":503,"percent":40}"#
            #expect(try await client.administer(.post, "faults", fault).status == 201)
            var statuses: [Int] = []
            for _ in 0..<40 { statuses.append(try await client.get("/api/v1/config/REF30").status) }
            rounds.append(statuses)
            let listed = try await client.administer(.get, "faults").json["faults"]?.elements.first
            #expect(listed?["seen"]?.integer == 40 && listed?["percent"]?.integer == 40)
            #expect(listed?["struck"]?.integer == Int64(statuses.count { $0 == 503 }))
            #expect(try await client.administer(.delete, "faults").status == 204)
        }
        #expect(rounds[0] == rounds[1])
        #expect((8..<25).contains(rounds[0].count { $0 == 503 }), "\(rounds[0])")
    }

    @Test("a body arrives slowly and complete, and its rest at once when the fault is removed")
    func slowBody() async throws {
        let registered = try await client.registered()
        let path = "/api/v1/config/REF30"
        let whole = try await registered.get(path)
        let size = Int64(whole.text.utf8.count)
        let fault = #"{"at":"service.config","bandwidth":\#(size * 5)}"#
        #expect(try await client.administer(.post, "faults", fault).status == 201)
        let start = ContinuousClock.now
        let slow = try await registered.get(path)
        // 200 ms in whole milliseconds for each part.
        #expect(ContinuousClock.now - start >= .milliseconds(190))
        #expect(slow.status == 200 && slow.text == whole.text && slow.headers[.contentLength] == String(size))
        #expect(try await client.administer(.delete, "faults").status == 204)
        let slower = #"{"id":"slower","at":"service.config","bandwidth":1,"status":503}"#
        #expect(try await client.administer(.post, "faults", slower).status == 201)
        async let refused = registered.get(path)
        while try await client.administer(.get, "faults").json["faults"]?.elements.first?["struck"]?.integer != 1 {
            await Task.yield()
        }
        #expect(try await client.administer(.delete, "faults/slower").status == 204)
        #expect(try await refused.status == 503)
        let events = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        let struck = events.filter { $0["event"] == "fault.struck" }
        #expect(struck.map { $0["details"]?["bandwidth"]?.text } == [String(size * 5), "1"])
    }

    @Test("a delay passes before the answer, and ends with the fault")
    func delay() async throws {
        let registered = try await client.registered()
        #expect(try await client.administer(.post, "faults", #"{"at":"service.config","delay":150}"#).status == 201)
        let start = ContinuousClock.now
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
        #expect(ContinuousClock.now - start >= .milliseconds(150))
        let long = #"{"id":"long","at":"service.regcode","delay":3600000}"#
        #expect(try await client.administer(.post, "faults", long).status == 201)
        async let delayed = registered.post("/reggie/v1/REF30/regcode", ["deviceId": "device-1"])
        while try await client.administer(.get, "faults").json["faults"]?.elements.last?["struck"]?.integer != 1 {
            await Task.yield()
        }
        #expect(try await client.administer(.delete, "faults/long").status == 204)
        #expect(try await delayed.status == 201)
    }
}
