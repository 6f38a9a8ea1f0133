import Crypto
import Encodings
import EntitlementCore
import EntitlementService
import Foundation
import HTTPTypes
import Testing

@testable import TVWorld

@Suite("Temporary passes over HTTP", .app)
struct TemporaryPassRouteTests {
    private let client = Client.current
    private let device = "requestor=REF30&deviceId=device-1"

    @Sendable private static func promotionalPass(_ world: inout World) {
        world.temporaryPasses = [
            TemporaryPass(requestor: "REF30", mvpd: "TempPass", kind: .promotional, lifetime: 600, resourceLimit: 1)
        ]
    }

    private func start(
        _ client: Client, device: String = "device-1", genericData: String? = nil,
        change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> Client.Answer {
        var form = [
            "requestor_id": "REF30", "deviceId": device, "mso_id": "TempPass", "domain_name": "example.com",
        ]
        form["generic_data"] = genericData
        change(&form)
        return try await client.post("/api/v1/authenticate/freepreview", form)
    }

    @Test("3.18, 4.10 freepreview 204, a token with a temporary user, any resource, a media token")
    func flow() async throws {
        let answer = try await start(client)
        #expect(answer.status == 204 && answer.text.isEmpty)
        let token = try await client.get("/api/v1/tokens/authn?\(device)")
        #expect(token.status == 200 && token.json["mvpd"] == "TempPass")
        let user = try #require(token.json["userId"]?.text)
        #expect(user.wholeMatch(of: /temppass_[0-9a-f]{40}/) != nil)
        let authorization = try await client.get("/api/v1/authorize?\(device)&resource=anything")
        #expect(authorization.status == 200 && authorization.json["mvpd"] == "TempPass")
        let end = String(client.fixture.clock.milliseconds() + 600_000)
        #expect(authorization.json["expires"] == .string(end))
        #expect(try await client.get("/api/v1/tokens/media?\(device)&resource=anything").status == 200)
        #expect(try await client.get("/api/v1/tokens/authn?\(device)").json["expires"] == .string(end))
    }

    @Test(
        "an expired pass: 400 and 403 temporary_access_duration_limit_exceeded, N111 in the header also without enhanced errors",
        arguments: [true, false])
    func over(isEnhanced: Bool) async throws {
        try await Fixture(change: { $0.requestors[0].hasEnhancedErrors = isEnhanced }).test { client in
            let code = isEnhanced ? "temporary_access_duration_limit_exceeded" : nil
            let client = try await client.registered()
            _ = try await start(client)
            _ = try await client.get("/api/v1/authorize?\(device)&resource=news")
            client.fixture.clock.advance(seconds: 600)
            let denied = try await client.get("/api/v1/authorize?\(device)&resource=news")
            #expect(denied.status == 403 && denied.code == code)
            #expect(denied.headers[HTTPField.Name("Authzf-Error-Code")!] == "N111")
            let again = try await start(client)
            #expect(again.status == 400 && again.code == code)
            #expect(again.headers[HTTPField.Name("Authzf-Error-Code")!] == "N111")
            #expect(again.json["action"] == (isEnhanced ? "authentication" : nil))
            #expect(try await client.get("/api/v1/tokens/authn?\(device)").status == 410)
        }
    }

    @Test(
        "generic_data in both shapes is the same user; metadata; the resource limit; reset by the key's SHA-256",
        .app(promotionalPass))
    func promotional() async throws {
        #expect(try await start(client, genericData: #"{"email":"zoë@example.com"}"#).status == 204)
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=news").status == 200)
        let end = client.fixture.clock.milliseconds() + 600_000
        let metadata = try await client.get("/api/v1/tokens/usermetadata.json?\(device)").json["data"]
        #expect(metadata?["remaining_resources"]?.integer == 0 && metadata?["used_assets"]?.texts == ["news"])
        #expect(metadata?["expiration_date"]?.integer == end)

        #expect(try await start(client, device: "device-2", genericData: #"("email":"zoë@example.com")"#).status == 204)
        let other = "requestor=REF30&deviceId=device-2"
        let denied = try await client.get("/api/v1/authorize?\(other)&resource=kids")
        #expect(denied.status == 403 && denied.code == "temporary_access_resources_limit_exceeded")
        #expect(try await client.get("/api/v1/authorize?\(other)&resource=news").status == 200)

        let key = hexadecimal(SHA256.hash(data: Data("zoë@example.com".utf8)))
        let started = try await client.administer(.get, "temporary-passes").json["trials"]?.elements
        #expect(started?.map { $0["key"]?.text } == [key] && started?.first?["device"] == "device-1")
        let reset = "/reset-tempass/v3/reset/generic?requestor_id=REF30&mvpd_id=TempPass&key="
        #expect(try await client.send(.delete, reset + key.uppercased()).status == 204)
        #expect(try await client.get("/api/v1/authorize?\(other)&resource=kids").status == 200)
        #expect(try await client.send(.delete, reset + "all").status == 204)
        #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.isEmpty == true)
    }

    @Test("an app that sends a hash of the user resets the pass by that hash, whatever its spelling", .app(promotionalPass))
    func resetByHash() async throws {
        let hash = hexadecimal(SHA256.hash(data: Data("user@domain.com".utf8)))
        let reset = "/reset-tempass/v3/reset/generic?requestor_id=REF30&mvpd_id=TempPass&key="
        for identity in [hash, hash.uppercased()] {
            #expect(try await start(client, genericData: #"{"email":"\#(identity)"}"#).status == 204)
            #expect(try await client.get("/api/v1/authorize?\(device)&resource=news").status == 200)
            #expect(try await client.send(.delete, reset + identity + "0").status == 204)
            #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.count == 1)
            #expect(try await client.send(.delete, reset + identity).status == 204)
            #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.isEmpty == true)
        }
    }

    @Test("generic_data with the authorization names the user, too", .app(promotionalPass))
    func identityAtAuthorization() async throws {
        _ = try await start(client, genericData: #"{"email":"a"}"#)
        _ = try await client.get("/api/v1/authorize?\(device)&resource=news")
        _ = try await start(client, device: "device-2")
        let data = Client.encode(#"{"email":"a"}"#)
        let denied = try await client.get(
            "/api/v1/authorize?requestor=REF30&deviceId=device-2&resource=kids&generic_data=\(data)")
        #expect(denied.code == "temporary_access_resources_limit_exceeded")
    }

    @Test(
        "what freepreview rejects: 400 with the parameter's name", .service,
        arguments: [
            ("requestor_id", nil, "invalid_requestor"), ("requestor_id", "NOPE", "invalid_requestor"),
            ("deviceId", nil, "invalid_device_id"), ("mso_id", nil, "bad_request"), ("mso_id", "AlphaCable", "bad_request"),
            ("mso_id", "Nobody", "unknown_integration"), ("domain_name", nil, "bad_request"),
            ("generic_data", "no JSON", "bad_request"), ("generic_data", #"{"email":1}"#, "bad_request"),
            ("generic_data", "[]", "bad_request"), ("device_info", "no Base64!", "invalid_device_info"),
        ] as [(String, String?, String)])
    func refusals(parameter: String, value: String?, code: String) async throws {
        let answer = try await start(try await client.registered()) { $0[parameter] = value }
        #expect(answer.status == 400 && answer.code == code, "\(answer.text)")
    }

    @Test("freepreview without an access token: 401; a pass without settings: 500; a foreign domain is denied at authorization")
    func furtherRefusals() async throws {
        try await Fixture().test { client in
            #expect(try await start(client).status == 401)
            let client = try await client.registered()
            #expect(try await start(client) { $0["domain_name"] = "example.net" }.status == 204)
            let denied = try await client.get("/api/v1/authorize?\(device)&resource=news")
            #expect(denied.status == 403 && denied.code == "authorization_denied_by_mvpd")
            #expect(denied.json["details"]?.text?.contains("example.net") == true)
        }
        try await Fixture(change: { $0.temporaryPasses = [] }).test { client in
            let answer = try await start(try await client.registered())
            #expect(answer.status == 500 && answer.code == "invalid_configuration_temporary_access")
        }
    }

    @Test("reset: the pass is the same in every spelling of its characters", arguments: ["&device_id=device-1", ""])
    func spelling(holder: String) async throws {
        let (name, other) = ("P\u{E1}ss", "Pa\u{301}ss")
        try await Fixture { world in
            world.rename("TempPass", to: name)
        }.test { client in
            let app = try await client.registered()
            #expect(try await start(app) { $0["mso_id"] = other }.status == 204)
            #expect(try await app.get("/api/v1/authorize?\(device)&resource=news").status == 200)
            #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.count == 1)
            let pass = "requestor_id=REF30&mvpd_id=" + Client.encode(other) + holder
            #expect(try await app.send(.delete, "/reset-tempass/v3/reset?" + pass).status == 204)
            #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.isEmpty == true)
        }
    }

    @Test("reset: 204 for a device, all and nobody; 400, 401, 403", .service)
    func reset() async throws {
        let app = try await client.registered()
        let reset = "/reset-tempass/v3/reset"
        let pass = "?requestor_id=REF30&mvpd_id=TempPass"
        for suffix in ["&device_id=device-1", "&device_id=all", "", "&device_id=nobody"] {
            _ = try await start(app)
            _ = try await app.get("/api/v1/authorize?\(device)&resource=news")
            app.fixture.clock.advance(seconds: 600)
            #expect(try await start(app).status == 400)
            #expect(try await app.send(.delete, reset + pass + suffix).status == 204)
            let isForgotten = !suffix.hasSuffix("nobody")
            #expect(try await start(app).status == (isForgotten ? 204 : 400), "\(suffix)")
        }
        let wrong = ["", "?requestor_id=REF30", "?mvpd_id=TempPass", "?requestor_id=REF30&mvpd_id=AlphaCable"]
        for query in wrong { #expect(try await app.send(.delete, reset + query).status == 400, "\(query)") }
        #expect(try await app.send(.delete, reset + "/generic" + pass).status == 400)
        for path in [reset, reset + "/generic"] {
            #expect(try await client.send(.delete, path + pass).status == 401)
            #expect(try await client.send(.delete, path + pass, token: "forged").status == 401)
            let other = try await client.registered(requestor: "REF60")
            let answer = try await other.send(.delete, path + pass)
            #expect(answer.status == 403 && answer.error == "invalid_client")
        }
    }

    @Test("the administration lists passes and started passes in pages, and resets them")
    func administration() async throws {
        for number in 1...3 {
            _ = try await start(client, device: "device-\(number)")
            _ = try await client.get("/api/v1/authorize?requestor=REF30&deviceId=device-\(number)&resource=news")
        }
        let first = try await client.administer(.get, "temporary-passes?limit=2")
        #expect(
            first.json["passes"]?.elements.map(\.serialized) == [
                #"{"requestor":"REF30","mvpd":"TempPass","kind":"basic","ttl":600,"resources":null,"key":null}"#
            ])
        #expect(first.json["trials"]?.elements.map { $0["device"]?.text } == ["device-3", "device-2"])
        let next = try #require(first.json["next"]?.integer)
        let second = try await client.administer(.get, "temporary-passes?limit=2&cursor=\(next)")
        #expect(second.json["trials"]?.elements.map { $0["device"]?.text } == ["device-1"])
        #expect(second.json["next"] == .null)
        client.fixture.clock.advance(seconds: 600)
        let ended = try await client.administer(.get, "temporary-passes").json["trials"]?.elements
        #expect(ended?.map { $0["ended"] } == [true, true, true])

        let pass = "temporary-passes?requestor=REF30&mvpd=TempPass"
        #expect(try await client.administer(.delete, pass + "&device=device-1").status == 204)
        #expect(try await start(client).status == 204)
        #expect(try await client.administer(.delete, pass).status == 204)
        #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.isEmpty == true)
        for query in ["?limit=0", "?limit=501", "?cursor=x"] {
            #expect(try await client.administer(.get, "temporary-passes" + query).status == 400)
        }
        #expect(try await client.administer(.delete, pass + "&device=a&key=b").status == 400)
        #expect(try await client.administer(.delete, pass + "&key=b").status == 400)
        for empty in ["device", "key"] {
            let answer = try await client.administer(.delete, pass + "&\(empty)=")
            #expect(answer.status == 400 && answer.text.contains("\(empty) takes "), "\(answer.text)")
        }
        #expect(try await client.administer(.delete, "temporary-passes?requestor=NOPE&mvpd=TempPass").status == 404)
        for (query, message) in [
            ("mvpd=TempPass", "requestor is required: a requestor's identifier."),
            ("requestor=&mvpd=TempPass", "requestor is required: a requestor's identifier."),
            ("requestor=REF30", "mvpd is required: the temporary pass."),
        ] {
            let unnamed = try await client.administer(.delete, "temporary-passes?\(query)")
            #expect(unnamed.status == 400 && unnamed.message == message, "\(unnamed.text)")
            #expect(unnamed.json["field"]?.text == message.split(separator: " ").first.map(String.init), "\(unnamed.text)")
        }
    }

    @Test("a reset with a parameter that cannot be decoded is 400 with its name, and resets nothing")
    func unreadable() async throws {
        _ = try await start(client)
        _ = try await client.get("/api/v1/authorize?\(device)&resource=news")
        let pass = "?requestor_id=REF30&mvpd_id=TempPass"
        for (path, name) in [("reset\(pass)&device_id=%FF", "device_id"), ("reset/generic\(pass)&key=%ZZ", "key")] {
            let refused = try await client.send(.delete, "/reset-tempass/v3/" + path)
            #expect(refused.status == 400 && refused.message == "\(name) takes UTF-8, percent-encoded.", "\(refused.text)")
        }
        for name in ["device", "key"] {
            let refused = try await client.administer(
                .delete, "temporary-passes?requestor=REF30&mvpd=TempPass&\(name)=%FF")
            #expect(refused.status == 400 && refused.json["field"] == .string(name), "\(refused.text)")
        }
        #expect(try await client.administer(.get, "temporary-passes").json["trials"]?.elements.count == 1)
    }
}
