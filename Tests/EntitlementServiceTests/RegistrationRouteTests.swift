import EntitlementCore
import HTTPTypes
import JWTKit
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Registration and access tokens over HTTP", .service)
struct RegistrationRouteTests {
    private let client = Client.current

    @Test("register and token return 201 in the documented structure")
    func success() async throws {
        let registration = try await client.register(try await client.statement().token, redirect: "adbe.example://ios")
        #expect(registration.status == 201)
        #expect(registration.json["redirect_uris"] == ["adbe.example://ios"])
        #expect(registration.json["grant_types"] == ["client_credentials"])
        #expect(registration.json["scopes"] == ["api:client:v1", "api:client:v2"])
        #expect(registration.json["client_id_issued_at"]?.integer == client.fixture.clock.seconds())
        let token = try await client.token(registration)
        #expect(token.status == 201)
        #expect(token.json["token_type"] == "bearer")
        #expect(token.json["expires_in"]?.integer == 21_600)
        #expect(token.json["created_at"]?.integer == client.fixture.clock.milliseconds())
        #expect(token.json["access_token"]?.text?.split(separator: ".").count == 3)
        #expect(try await client.token(registration).json["id"] != token.json["id"])
    }

    @Test("1.1 every refusal of register is 400 with its documented error")
    func registerRefusals() async throws {
        let (id, statement) = try await client.statement(requestor: "REF30")
        let cases: [(String, String)] = [
            ("", "invalid_request"), ("[]", "invalid_request"), ("{", "invalid_request"),
            (#"{"software_statement":5}"#, "invalid_request"), (#"{"software_statement":""}"#, "invalid_request"),
            (#"{"software_statement":"\#(statement)","redirect_uri":5}"#, "invalid_request"),
            (#"{"software_statement":"\#(statement)","software_statement":"\#(statement)"}"#, "invalid_request"),
            (#"{"software_statement":"a.b.c"}"#, "invalid_software_statement"),
            (#"{"software_statement":"\#(statement.dropLast(4))AAAA"}"#, "invalid_software_statement"),
            (#"{"software_statement":"\#(statement)","redirect_uri":"https://evil.test"}"#, "invalid_redirect_uri"),
            (String(repeating: "[", count: 200_000), "invalid_request"),
        ]
        for (body, error) in cases {
            let answer = try await client.send(.post, "/o/client/register", body: body)
            #expect(answer.status == 400)
            #expect(answer.error == error, "\(body.prefix(80))")
        }
        #expect(try await client.administer(.delete, "statements/\(id)").status == 204)
        #expect(try await client.register(statement).error == "unapproved_software_statement")
    }

    @Test("a statement that is signed by another key, or unsigned, is rejected")
    func forgedStatements() async throws {
        let stranger = await TestKeys.stranger.value
        let pem = String(try stranger.pem.split(separator: "-----BEGIN CERTIFICATE", maxSplits: 1)[0])
        let keys = JWTKeyCollection()
        await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256)
        // The classic confusion: an HMAC whose key is the public key.
        let confused = JWTKeyCollection()
        let certificate = await TestKeys.service.value.certificate.pem
        await confused.add(hmac: HMACKey(from: certificate), digestAlgorithm: .sha256)
        let id = try await client.statement().id
        let claims = Claims(softwareID: id)
        let signed = try await keys.sign(claims)
        let unsigned = "\(Client.base64(#"{"alg":"none"}"#).filter { $0 != "=" }).\(signed.split(separator: ".")[1])."
        for forged in [signed, try await confused.sign(claims), unsigned] {
            #expect(try await client.register(forged).error == "invalid_software_statement")
        }
    }

    private struct Claims: JWTPayload {
        var issuer = "auth.adobe.com"
        var issuedAt = 1
        var softwareID: String
        var clientName = ""
        var requestors = ["*"]
        var platforms: [String] = []
        var redirectSchemes: [String] = []

        private enum CodingKeys: String, CodingKey {
            case issuer = "iss"
            case issuedAt = "iat"
            case softwareID = "software_id"
            case clientName = "client_name"
            case requestors, platforms
            case redirectSchemes = "redirect_schemes"
        }

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    @Test("1.2 every refusal of token is 400 with its documented error")
    func tokenRefusals() async throws {
        let (id, statement) = try await client.statement()
        let registration = try await client.register(statement)
        #expect(try await client.token(registration, secret: "wrong").error == "invalid_client")
        #expect(try await client.token(registration, grantType: "password").error == "unsupported_grant_type")
        #expect(try await client.post("/o/client/token", [:]).error == "invalid_request")
        let unknown = ["client_id": "x", "client_secret": "y", "grant_type": "client_credentials"]
        #expect(try await client.post("/o/client/token", unknown).error == "invalid_client")
        let credentials = try ["client_id", "client_secret"].map { name in
            "\(name)=\(try #require(registration.json[name]?.text))"
        }
        let form = (credentials + ["grant_type=client_credentials"]).joined(separator: "&")
        let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        #expect(try await client.send(.post, "/o/client/token", headers: headers, body: form).status == 201)
        for repeated in credentials + ["grant_type=client_credentials"] {
            let answer = try await client.send(.post, "/o/client/token", headers: headers, body: "\(form)&\(repeated)")
            #expect(answer.status == 400 && answer.error == "invalid_request", "\(repeated)")
        }
        for scheme in ["Basic", "basic"] {
            var twice = headers
            twice[.authorization] = "\(scheme) eDp5"
            let answer = try await client.send(.post, "/o/client/token", headers: twice, body: form)
            #expect(answer.status == 400 && answer.error == "invalid_request")
        }
        _ = try await client.administer(.delete, "statements/\(id)")
        let revoked = try await client.token(registration)
        #expect(revoked.status == 400 && revoked.error == "unauthorized_client")
    }

    @Test("a protected call without an access token, or with a malformed, forged, expired or revoked one")
    func access() async throws {
        let uri = "/api/v1/config/REF30"
        let (id, statement) = try await client.statement()
        let registered = try await client.registered(with: statement)
        #expect(try await registered.get(uri).status == 200)
        let missing = try await client.get(uri)
        #expect(missing.status == 401 && missing.error == "access_denied" && missing.headers[.wwwAuthenticate] == "Bearer")
        for header in ["Basic eDp5", "Bearer", "Bearer a b"] {
            let answer = try await client.send(.get, uri, headers: [.authorization: header])
            #expect(answer.status == 400 && answer.error == "invalid_request")
        }
        for forged in ["a.b.c", "\((registered.accessToken ?? "").dropLast(3))AAA", statement] {
            #expect(try await client.send(.get, uri, token: forged).error == "access_denied")
        }
        client.fixture.clock.advance(seconds: -1)
        #expect(try await registered.get(uri).status == 401)
        client.fixture.clock.advance(seconds: 21_600)
        #expect(try await registered.get(uri).status == 200)
        client.fixture.clock.advance(seconds: 1)
        #expect(try await registered.get(uri).status == 401)
        client.fixture.clock.advance(seconds: -100)
        _ = try await client.administer(.delete, "statements/\(id)")
        let withdrawn = try await registered.get(uri)
        #expect(withdrawn.status == 403 && withdrawn.error == "invalid_client")
    }

    @Test("cached access tokens are valid only during their lifetime, also after others have evicted them")
    func remembered() async throws {
        let signer = try await TokenSigner(pem: TestKeys.service.value.privateKeyPEM, limit: 4)
        let now = client.fixture.clock.seconds()
        var tokens: [(client: String, token: String)] = []
        for _ in 0..<6 {
            let registration = try await client.register(try await client.statement().token)
            let id = try #require(registration.json["client_id"]?.text)
            tokens.append((id, try #require(try await client.token(registration).json["access_token"]?.text)))
        }
        for (id, token) in tokens + tokens {
            for _ in 0..<2 {
                let access = await signer.access(of: token, now: now)
                guard case .client(let found, _) = access, found == id else { throw WrongAccess(access: access) }
                for other in [now - 1, now + 21_600] {
                    let access = await signer.access(of: token, now: other)
                    #expect(access == ClientAccess.none)
                }
            }
            #expect((1...4).contains(signer.rememberedCount))
        }
    }

    private struct WrongAccess: Error {
        let access: ClientAccess
    }

    @Test("a statement covers only its requestor")
    func coverage() async throws {
        let registered = try await client.registered(requestor: "REF30")
        #expect(try await registered.get("/api/v1/config/REF30").status == 200)
        #expect(try await registered.get("/api/v1/config/REF60").error == "invalid_client")
    }
}
