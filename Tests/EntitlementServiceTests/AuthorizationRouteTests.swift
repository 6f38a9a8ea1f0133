import EntitlementCore
import Foundation
import HTTPTypes
import MediaTokenVerifier
import TVWorld
import Testing

extension HTTPField.Name {
    fileprivate static let errorCode = Self("Authzf-Error-Code")!
    fileprivate static let subErrorCode = Self("Authzf-Sub-Error-Code")!
    fileprivate static let errorDetails = Self("Authzf-Error-Details")!
}

@Suite("Authorization over HTTP", .app)
struct AuthorizationRouteTests {
    private let client = Client.current
    private let device = "requestor=REF30&deviceId=device-1"

    @Test("4.3 authorize, tokens/authz, a media token that the verifier accepts")
    func mediaToken() async throws {
        try await client.signIn()
        let missing = try await client.get("/api/v1/tokens/media?\(device)&resource=news")
        #expect(missing.status == 403 && missing.code == "authorization_not_found")
        #expect(try await client.get("/api/v1/tokens/authz?\(device)&resource=news").status == 404)
        let authorization = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(authorization.status == 200)
        let expires = String(client.fixture.clock.milliseconds() + 86_400_000)
        #expect(authorization.json["expires"] == .string(expires))
        #expect(authorization.json["mvpd"] == "AlphaCable" && authorization.json["requestor"] == "REF30")
        #expect(try await client.get("/api/v1/tokens/authz?\(device)&resource=news").json == authorization.json)
        for path in ["tokens/media", "mediatoken"] {
            let media = try await client.get("/api/v1/\(path)?\(device)&resource=news")
            #expect(media.status == 200)
            #expect(media.json["mvpdId"] == "AlphaCable")
            #expect(media.json["userId"]?.text?.contains("alice") == false)
            let clock = client.fixture.clock
            let verifier = try MediaTokenVerifier(
                certificatePEM: try await client.get("/media-token/certificate").text, requestorID: "REF30",
                clock: { Date(timeIntervalSince1970: Double(clock.seconds())) })
            let verification = verifier.verify(try #require(media.json["serializedToken"]?.text), resourceID: "news")
            #expect(verification.isValid, "\(verification)")
            #expect(verification.token?.timeToLive == 420_000)
        }
    }

    @Test("4.4 a denial: 403, the enhanced code, the provider's text, the advanced code in a header")
    func denied() async throws {
        try await client.signIn("u-1002-bob")
        let answer = try await client.get("/api/v1/authorize?\(device)&resource=sports")
        #expect(answer.status == 403 && answer.code == "authorization_denied_by_mvpd")
        #expect(answer.json["action"] == "none" && answer.json["status"]?.integer == 403)
        #expect(answer.json["details"] == "Your Alpha Cable subscription does not include sports.")
        #expect(answer.json["trace"]?.text == answer.headers[HTTPField.Name("Adobe-Request-Id")!])
        #expect(answer.headers[.errorCode] == "Z100")
        #expect(answer.headers[.subErrorCode] == "authorization_denied_by_mvpd")
        #expect(answer.headers[.errorDetails] == "Your Alpha Cable subscription does not include sports.")
    }

    @Test("the header with the provider's message is always plain ASCII, and shortened")
    func deniedDetails() async throws {
        try await client.signIn()
        let message = #"Ünø 100% "no"\\"# + String(repeating: "x", count: 500)
        let change = #"{"resources":{"news":{"deny":"authorization_denied_by_mvpd","message":"\#(message)"}}}"#
        let escaped = change.replacing(#""no""#, with: #"\"no\""#)
        #expect(try await client.administer(.put, "integrations/REF30/AlphaCable", escaped).status == 200)
        let answer = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(answer.status == 403 && answer.json["details"]?.text?.hasPrefix("Ünø 100%") == true)
        let header = try #require(answer.headers[.errorDetails])
        #expect(header.hasPrefix(#"%C3%9Cn%C3%B8 100%25 "no""#) && header.count < 300)
        let media = try await client.get("/api/v1/tokens/media?\(device)&resource=news")
        #expect(media.headers[.errorDetails] == nil)
    }

    @Test("4.5 the guard against repeated denials")
    func guarded() async throws {
        try await client.signIn("u-1002-bob")
        for _ in 1...3 {
            #expect(try await client.get("/api/v1/authorize?\(device)&resource=kids").headers[.errorCode] == "Z100")
        }
        let answer = try await client.get("/api/v1/authorize?\(device)&resource=kids")
        #expect(answer.status == 403 && answer.headers[.errorCode] == "Z110")
        #expect(answer.headers[.subErrorCode] == "authorization_denied_by_repeated_denials")
        client.fixture.clock.advance(seconds: 61)
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=kids").headers[.errorCode] == "Z100")
    }

    @Test("4.7 a malformed, a missing resource; media RSS")
    func resources() async throws {
        try await client.signIn()
        let malformed = try await client.get("/api/v1/authorize?\(device)&resource=%3Crss%3E")
        #expect(malformed.status == 400 && malformed.code == "malformed_authz_request")
        #expect(malformed.headers[.errorCode] == "Z130")
        #expect(try await client.get("/api/v1/authorize?\(device)").code == "missing_resource")
        let document = Client.encode("<rss><channel><title>news</title><item><guid>1</guid></item></channel></rss>")
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=\(document)").status == 200)
        #expect(try await client.get("/api/v1/tokens/media?\(device)&resource=\(document)").status == 200)
    }

    @Test("4.8 and 4.9 degradation rules")
    func degradation() async throws {
        try await client.signIn("u-1002-bob")
        _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"degraded":"authz-none"}"#)
        let denied = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(denied.status == 403 && denied.headers[.errorCode] == "Z169")
        _ = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"degraded":"authz-all"}"#)
        let permitted = try await client.get("/api/v1/authorize?\(device)&resource=sports")
        #expect(permitted.status == 200 && permitted.json["degradation"] == "authz-all")
    }

    @Test("4.11 preauthorize: decisions, limit, headers")
    func preauthorize() async throws {
        let none = try await client.get("/api/v1/preauthorize?\(device)&resource=news")
        #expect(none.status == 412 && none.code == "preauthorization_authentication_session_missing")
        try await client.signIn("u-1002-bob")
        let answer = try await client.get("/api/v1/preauthorize?\(device)&resource=sports,news")
        #expect(answer.status == 200)
        let items = try #require(answer.json["resources"]?.elements)
        #expect(items.map { $0["id"]?.text } == ["sports", "news"])
        #expect(items.map { $0["authorized"]?.bool } == [false, true])
        #expect(items[0]["error"]?["code"] == "preauthorization_denied_by_mvpd")
        #expect(answer.headers[HTTPField.Name("Adobe-Response-Confidence")!] == "full")
        let many = try await client.get("/api/v1/preauthorize?\(device)&resource=a,b,c,d,e,f")
        #expect(many.status == 403 && many.code == "too_many_resources")
        #expect(try await client.get("/api/v1/preauthorize?\(device)").code == "missing_resource")
    }

    @Test("logout ends the device's tokens")
    func logout() async throws {
        try await client.signIn()
        for _ in 1...2 { #expect(try await client.send(.delete, "/api/v1/logout?\(device)").status == 204) }
        #expect(try await client.get("/api/v1/tokens/authn?\(device)").status == 404)
        #expect(try await client.get("/api/v1/tokens/usermetadata?\(device)").status == 412)
    }

    @Test(
        "without enhanced errors: status, message and details, and the request's identifier; the headers contain the codes",
        .app { $0.requestors[0].hasEnhancedErrors = false })
    func plainErrors() async throws {
        try await client.signIn("u-1002-bob")
        let answer = try await client.get("/api/v1/authorize?\(device)&resource=sports")
        #expect(answer.json.members.map(\.key) == ["status", "message", "details", "trace"])
        #expect(answer.headers[.errorCode] == "Z100")
        let items = try await client.get("/api/v1/preauthorize?\(device)&resource=sports")
        #expect(items.text == #"{"resources":[{"id":"sports","authorized":false}]}"#)
    }
}
