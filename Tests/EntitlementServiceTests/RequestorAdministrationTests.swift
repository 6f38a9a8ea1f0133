import EntitlementCore
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Administration of requestors and their schemes", .service)
struct RequestorAdministrationTests {
    private let client = Client.current

    @Test("no call of the administration has an effect without its token")
    func token() async throws {
        let calls = client.fixture.administrativeCalls
        #expect(calls.count > 20)
        for (method, path) in calls {
            let answer = try await client.send(method, path, body: method == .get ? nil : "{}", token: "wrong")
            #expect(answer.status == 401 && answer.error == "unauthorized", "\(method) \(path)")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer", "\(method) \(path)")
        }
    }

    @Test("requestors are listed and shown with all their settings")
    func list() async throws {
        let list = try await client.administer(.get, "requestors")
        let requestors = try #require(list.json["requestors"]?.elements)
        #expect(requestors.map { $0["id"]?.text } == ["REF30", "REF60"])
        let one = try await client.administer(.get, "requestors/REF30")
        #expect(one.json == requestors[0])
        #expect(
            one.text
                == #"{"id":"REF30","name":"Reference 30","domains":["example.com"],"customSchemes":["adbe.example"],"#
                + #""authnTTL":2592000,"authzTTL":86400,"mediaTTL":420,"enhancedErrors":true,"denialLimit":3,"#
                + #""denialPeriod":60,"deviceIdMetadata":false,"defaultRedirectURL":null}"#)
        let unknown = try await client.administer(.get, "requestors/NOPE")
        #expect(unknown.status == 404 && unknown.error == "not_found")
    }

    @Test("a requestor is changed, effective for the next call of an app, and restored by a reset")
    func change() async throws {
        let app = try await client.registered()
        let body =
            #"{"name":"Thirty","domains":["tv.example"],"customSchemes":["adbe.new"],"authnTTL":60,"authzTTL":30,"mediaTTL":10,"#
            + #""enhancedErrors":false,"denialLimit":0,"denialPeriod":5,"deviceIdMetadata":true,"#
            + #""defaultRedirectURL":"adbe.new://back"}"#
        let changed = try await client.administer(.put, "requestors/REF30", body)
        #expect(changed.status == 200, "\(changed.text)")
        #expect(changed.json["authnTTL"]?.integer == 60 && changed.json["defaultRedirectURL"] == "adbe.new://back")
        #expect(try await client.administer(.get, "requestors/REF30").json == changed.json)
        let configuration = try await app.get("/api/v1/config/REF30").json["requestor"]
        #expect(configuration?["name"] == "Thirty" && configuration?["deviceIdMetadata"] == true)
        #expect(try await app.get("/api/v1/tokens/authn?requestor=REF30").code == nil)

        let partly = try await client.administer(.put, "requestors/REF30", #"{"name":null,"mediaTTL":20}"#)
        #expect(partly.json["name"] == "Thirty" && partly.json["mediaTTL"]?.integer == 20)
        let none = try await client.administer(.put, "requestors/REF30", #"{"defaultRedirectURL":""}"#)
        #expect(none.json["defaultRedirectURL"] == .null)

        try await app.signIn()
        let token = try await app.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.json["expires"]?.text == String(client.fixture.clock.milliseconds() + 60_000))

        #expect(try await client.administer(.post, "reset").status == 204)
        #expect(try await client.administer(.get, "requestors/REF30").json["name"] == "Reference 30")
    }

    @Test(
        "a wrong field of a requestor is named, and nothing is changed",
        arguments: [
            (#"{"name":""}"#, "name"), (#"{"name":5}"#, "name"), (#"{"name":"a\u0007"}"#, "name"),
            // A scenario could not contain these.
            (#"{"name":"a\u0085b"}"#, "name"), (#"{"name":"a\u2028b"}"#, "name"), (#"{"name":".."}"#, "name"),
            (#"{"domains":["a.example","a.example"]}"#, "domains"), (#"{"domains":["a.example","A.example"]}"#, "domains"),
            (#"{"customSchemes":["a","a"]}"#, "customSchemes"),
            ("{\"name\":\"\(String(repeating: "n", count: 1_001))\"}", "name"),
            ("{\"defaultRedirectURL\":\"https://a/\(String(repeating: "b", count: 2_000))\"}", "defaultRedirectURL"),
            (#"{"domains":"example.com"}"#, "domains"), (#"{"domains":["a b"]}"#, "domains"),
            (#"{"domains":[".com"]}"#, "domains"),
            (#"{"customSchemes":["1a"]}"#, "customSchemes"), (#"{"authnTTL":0}"#, "authnTTL"), (#"{"authzTTL":"1"}"#, "authzTTL"),
            (#"{"mediaTTL":31536001}"#, "mediaTTL"), (#"{"enhancedErrors":1}"#, "enhancedErrors"),
            (#"{"denialLimit":-1}"#, "denialLimit"), (#"{"denialPeriod":0}"#, "denialPeriod"),
            (#"{"deviceIdMetadata":"yes"}"#, "deviceIdMetadata"), (#"{"defaultRedirectURL":"back"}"#, "defaultRedirectURL"),
            (#"{"defaultRedirectURL":"https://a\\b"}"#, "defaultRedirectURL"), (#"{"mediaTTL":5,"id":"X"}"#, "id"),
            ("[]", "body"), ("", "body"),
        ])
    func wrongFields(_ body: String, _ field: String) async throws {
        let before = try await client.administer(.get, "requestors/REF30").json
        let answer = try await client.administer(.put, "requestors/REF30", body)
        #expect(answer.status == 400 && answer.error == "invalid_request")
        #expect(answer.message?.contains(field) == true, "\(answer.text)")
        #expect(try await client.administer(.get, "requestors/REF30").json == before)
        #expect(try await client.administer(.put, "requestors/NOPE", "{}").status == 404)
    }

    @Test("a scheme is generated, listed, accepted by an app's registration, and removed")
    func schemes() async throws {
        let made = try await client.administer(.post, "custom-schemes", #"{"requestor":"REF60"}"#)
        #expect(made.status == 201)
        let scheme = try #require(made.json["scheme"]?.text)
        #expect(scheme.wholeMatch(of: /adbe\.[0-9a-f]{22}/) != nil, "\(scheme)")
        let list = try await client.administer(.get, "custom-schemes?requestor=REF60")
        #expect(list.text.contains(#"{"requestor":"REF60","scheme":"\#(scheme)"}"#) && !list.text.contains("REF30"))
        let statement = try await client.statement(requestor: "REF60").token
        #expect(try await client.register(statement, redirect: "\(scheme)://back").status == 201)
        #expect(try await client.administer(.delete, "custom-schemes/REF60/\(scheme)").status == 204)
        let again = try await client.administer(.delete, "custom-schemes/REF60/\(scheme)")
        #expect(again.status == 404 && again.error == "not_found")
        #expect(!(try await client.administer(.get, "custom-schemes").text.contains(scheme)))
    }

    private static let longestID = String(repeating: "R", count: 255)

    @Test(
        "a requestor with the longest identifier of a world gets a scheme, a certificate, a key and media tokens",
        .service { world in
            var requestor = world.requestors[0]
            requestor.id = longestID
            world.requestors.append(requestor)
            world.integrations.append(Integration(requestor: longestID, mvpd: "AlphaCable"))
        })
    func longestIdentifier() async throws {
        for (resource, members): (String, JSON) in [
            ("custom-schemes", [:]), ("certificates", ["certificate": .string(client.fixture.provider.certificate.pem)]),
            ("identity-keys", ["kind": "service", "issuer": "issuer", "kid": "key"]),
            ("media-tokens", ["resource": "news", "mvpd": "AlphaCable"]),
        ] {
            let body = JSON.object([.init("requestor", .string(Self.longestID))] + members.memberList).serialized
            let answer = try await client.administer(.post, resource, body)
            #expect(answer.status == 201 && answer.json["requestor"]?.text == Self.longestID, "\(answer.text)")
        }
    }

    @Test("schemes are rejected for unknown requestors, without one, and beyond the limit")
    func wrongSchemes() async throws {
        #expect(try await client.administer(.post, "custom-schemes", #"{"requestor":"NOPE"}"#).status == 404)
        #expect(try await client.administer(.get, "custom-schemes?requestor=NOPE").status == 404)
        #expect(try await client.administer(.delete, "custom-schemes/NOPE/adbe.example").status == 404)
        for body in ["{}", #"{"requestor":1}"#, #"{"requestor":"REF30","more":1}"#] {
            #expect(try await client.administer(.post, "custom-schemes", body).status == 400, "\(body)")
        }
        let schemes = (1...64).map { "\"s\($0)\"" }.joined(separator: ",")
        #expect(try await client.administer(.put, "requestors/REF30", "{\"customSchemes\":[\(schemes)]}").status == 200)
        let full = try await client.administer(.post, "custom-schemes", #"{"requestor":"REF30"}"#)
        #expect(full.status == 409 && full.error == "conflict")
    }
}

extension Fixture {
    /// The calls of the administration, with x for every parameter of the path.
    var administrativeCalls: [(method: HTTPRequest.Method, path: String)] {
        environment.routes.filter { $0.path.hasPrefix("/admin/") }.map { route in
            (route.method, route.path.replacing(#/\{\w+\}/#, with: "x"))
        }
    }
}
