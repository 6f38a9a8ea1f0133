import Crypto
import Foundation
import HTTPTypes
import JWTKit
import SAML
import TVWorld
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("Shared identities of REST v2, and their keys", .service)
struct SharedIdentityTests {
    private let client = Client.current

    /// The claims of a token, correct unless a test changes them.
    private struct Claims: JWTPayload {
        var iss: String? = "https://id.example.com"
        var sub: String? = "user-1"
        var aud: String? = "Adobe"
        var iat: Double? = 1_800_000_000
        var exp: Double? = 1_800_003_600
        var nbf: Double?

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    private static func sign(
        _ claims: Claims = Claims(), keyID: String? = "key-1", with key: Task<SigningKey, Never> = TestKeys.provider
    ) async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(
            rsa: try Insecure.RSA.PrivateKey(pem: try await key.value.privateKeyPEM), digestAlgorithm: .sha256)
        return try await keys.sign(claims, header: keyID.map { ["kid": .string($0)] } ?? [:])
    }

    /// The key with which the tests' tokens are signed.
    private static func key() async throws -> IdentityKey {
        let material = try IdentityKeyMaterial(of: await TestKeys.provider.value)
        return IdentityKey(
            id: "k", kind: .service, requestor: "REF30", keyID: "key-1", issuer: "https://id.example.com",
            algorithm: material.algorithm, pem: material.pem, createdAt: 0)
    }

    private static func identity(_ token: String) async throws -> SharedIdentity? {
        let tokens = try await IdentityTokens(pem: try await TestKeys.service.value.privateKeyPEM)
        return await tokens.identity(in: token, kind: .service, registered: [try await key()], now: 1_800_000_000)
    }

    @Test("32.1 a token of a registered key is accepted, also at the limits of its times")
    func accepted() async throws {
        let expected = SharedIdentity(kind: .service, issuer: "https://id.example.com", subject: "user-1")
        #expect(try await Self.identity(try await Self.sign()) == expected)
        #expect(try await Self.identity(try await Self.sign(Claims(aud: "ADOBE", exp: 1_800_000_000.5))) == expected)
    }

    @Test("32.1 a token with any defect counts as missing")
    func ignored() async throws {
        let wrong: [Claims] = [
            Claims(exp: 1_800_000_000), Claims(iat: 1_800_000_001), Claims(aud: "other"), Claims(aud: nil), Claims(sub: nil),
            Claims(sub: ""), Claims(iss: "https://other.example.com"), Claims(iss: nil), Claims(exp: nil), Claims(iat: nil),
            Claims(nbf: 1_800_000_001), Claims(sub: String(repeating: "x", count: 1_025)),
        ]
        for claims in wrong { #expect(try await Self.identity(try await Self.sign(claims)) == nil, "\(claims)") }
        let right = try await Self.sign()
        let parts = right.split(separator: ".").map(String.init)
        let unsigned = Client.base64(#"{"alg":"none","kid":"key-1"}"#).filter { $0 != "=" }
        for token in [
            "", "a.b.c", "a.b.c.d.e", parts[0] + "." + parts[1], right + ".x", parts[0] + "." + parts[1] + ".AAAA",
            unsigned + "." + parts[1] + ".", unsigned + "." + parts[1] + "." + parts[2],
            try await Self.sign(keyID: nil), try await Self.sign(keyID: "key-2"),
            try await Self.sign(keyID: IdentityTokens.ownKeyID), try await Self.sign(with: TestKeys.stranger),
            String(repeating: "a", count: 9_000),
        ] {
            #expect(try await Self.identity(token) == nil, "\(token.prefix(60))")
        }
        // The classic confusion: an HMAC whose key is the public key.
        let confused = JWTKeyCollection()
        await confused.add(hmac: HMACKey(from: try await Self.key().pem), digestAlgorithm: .sha256)
        #expect(try await Self.identity(try await confused.sign(Claims(), header: ["kid": "key-1"])) == nil)
    }

    @Test("keys are registered in PEM, as a JWK, or generated; listed; and removed")
    func keys() async throws {
        let elliptic = P256.Signing.PrivateKey()
        let point = elliptic.publicKey.rawRepresentation
        func part(_ bytes: Data) -> String {
            String(bytes.base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        }
        let jwk = #"{"kty":"EC","crv":"P-256","kid":"ec-1","x":"\#(part(point.prefix(32)))","y":"\#(part(point.suffix(32)))"}"#
        let pem = JSON.string(elliptic.publicKey.pemRepresentation).serialized
        for (body, kid, algorithm, isGenerated) in [
            (#"{"kind":"service","requestor":"REF30","issuer":"i","jwk":\#(jwk)}"#, "ec-1", "ES256", false),
            (#"{"kind":"platform","issuer":"i","kid":"p-1","publicKey":\#(pem)}"#, "p-1", "ES256", false),
            (#"{"kind":"service","requestor":"REF60","issuer":"i","kid":"g-1"}"#, "g-1", "RS256", true),
        ] {
            let answer = try await client.administer(.post, "identity-keys", body)
            #expect(answer.status == 201, "\(answer.text)")
            #expect(answer.json["kid"]?.text == kid && answer.json["algorithm"]?.text == algorithm)
            #expect((answer.json["privateKey"]?.text?.contains("PRIVATE KEY") == true) == isGenerated)
        }
        let list = try await client.administer(.get, "identity-keys")
        #expect(list.json["identityKeys"]?.elements.count == 3 && !list.text.contains("PRIVATE"))
        #expect(try await client.administer(.get, "identity-keys?requestor=REF60").json["identityKeys"]?.elements.count == 1)
        let id = list.json["identityKeys"]?.elements.first?["id"]?.text ?? ""
        #expect(try await client.administer(.delete, "identity-keys/\(id)").status == 204)
        #expect(try await client.administer(.delete, "identity-keys/\(id)").status == 404)
    }

    @Test(
        "a wrong key is rejected by the name of its field",
        arguments: [
            (#"{"issuer":"i"}"#, "kind"), (#"{"kind":"user","issuer":"i"}"#, "kind"),
            (#"{"kind":"service","issuer":"i"}"#, "requestor"),
            (#"{"kind":"platform","requestor":"REF30","issuer":"i"}"#, "requestor"), (#"{"kind":"platform"}"#, "issuer"),
            (#"{"kind":"platform","issuer":"i","publicKey":7}"#, "publicKey"),
            (#"{"kind":"platform","issuer":"i","publicKey":"-----BEGIN PUBLIC KEY-----"}"#, "publicKey"),
            (#"{"kind":"platform","issuer":"i","publicKey":"x","jwk":{}}"#, "publicKey"),
            (#"{"kind":"platform","issuer":"i","jwk":{"kty":"oct","k":"AAAA"}}"#, "jwk"),
            (#"{"kind":"platform","issuer":"i","jwk":{"kty":"RSA","n":"AQAB","e":"AQAB"}}"#, "jwk"),
            (#"{"kind":"platform","issuer":"i","jwk":[]}"#, "jwk"), (#"{"kind":"platform","issuer":"i","kid":""}"#, "kid"),
            (#"{"kind":"platform","issuer":"i","kid":"entitlementd"}"#, "kid"),
        ])
    func wrongKeys(body: String, field: String) async throws {
        let answer = try await client.administer(.post, "identity-keys", body)
        #expect(answer.status == 400 && answer.message?.hasPrefix("\(field) takes ") == true, "\(answer.text)")
        #expect(answer.json["field"]?.text == field)
        #expect(try await client.administer(.get, "identity-keys").json["identityKeys"] == [])
    }

    @Test("another key of the same name is a conflict, the same one is not")
    func conflicts() async throws {
        let pems = [P256.Signing.PrivateKey(), P256.Signing.PrivateKey()].map {
            JSON.string($0.publicKey.pemRepresentation).serialized
        }
        for (pem, status) in [(pems[0], 201), (pems[0], 201), (pems[1], 409)] {
            let body = #"{"kind":"service","requestor":"REF30","issuer":"i","kid":"k","publicKey":\#(pem)}"#
            #expect(try await client.administer(.post, "identity-keys", body).status == status)
        }
        let other = #"{"kind":"service","requestor":"NOPE","issuer":"i","publicKey":\#(pems[0])}"#
        #expect(try await client.administer(.post, "identity-keys", other).status == 404)
    }

    @Test("32.2, 32.3 a login with a platform's token is shared only with the other apps that send it")
    func platform() async throws {
        let issued = try await client.administer(
            .post, "identity-tokens", #"{"kind":"platform","subject":"box-1","deviceId":"d","lifetime":60}"#)
        #expect(issued.status == 201 && issued.json["header"] == "Adobe-Subject-Token")
        let token = try #require(issued.json["token"]?.text)
        let first = try await client.registered()
        let session = try await first.createSession(headers: Client.headers(["Adobe-Subject-Token": token]))
        #expect(try await first.logIn(session).destination == "adbe.example://done")
        let second = try await client.registered()
        func types(_ headers: HTTPFields) async throws -> String? {
            try await second.call(.profiles, headers: headers).json["profiles"]?["GammaSat"]?["type"]?.text
        }
        #expect(try await types(Client.headers()) == nil)
        #expect(try await types(Client.headers(["Adobe-Subject-Token": token])) == "platformSSO")
        #expect(try await types(Client.headers(["X-Roku-Reserved-Roku-Connect-Token": token])) == "platformSSO")
        let both = ["X-Roku-Reserved-Roku-Connect-Token": token, "Adobe-Subject-Token": "a.b.c"]
        #expect(try await types(Client.headers(both)) == nil)
        #expect(try await types(Client.headers(device: "device-2", ["AD-Service-Token": token])) == nil)
        client.fixture.clock.advance(seconds: 60)
        #expect(try await types(Client.headers(["Adobe-Subject-Token": token])) == nil)
    }

    @Test("32.1 tokens for others and expired ones are issued on request, and ignored")
    func wrong() async throws {
        func types(_ options: String) async throws -> String? {
            let body = #"{"kind":"platform","subject":"box-1"\#(options)}"#
            let issued = try await client.administer(.post, "identity-tokens", body)
            #expect(issued.status == 201)
            let headers = Client.headers(["Adobe-Subject-Token": try #require(issued.json["token"]?.text)])
            let app = try await client.registered()
            if options.isEmpty { _ = try await app.logIn(try await app.createSession(headers: headers)) }
            return try await client.registered().call(.profiles, headers: headers).json["profiles"]?["GammaSat"]?["type"]?.text
        }
        #expect(try await types("") == "platformSSO")
        #expect(try await types(#","audience":"other""#) == nil)
        #expect(try await types(#","lifetime":-60"#) == nil)
        #expect(try await types(#","lifetime":60"#) == "platformSSO")
    }

    @Test("a token's lifetime is not 0: it is valid for a while, or has expired")
    func noLifetime() async throws {
        let body = #"{"kind":"platform","subject":"box-1","lifetime":0}"#
        let answer = try await client.administer(.post, "identity-tokens", body)
        #expect(answer.status == 400 && answer.json["field"] == "lifetime", "\(answer.text)")
    }

    @Test("33.1 a service's token is shared across devices, where both service providers registered the key")
    func service() async throws {
        let pem = JSON.string(try await Self.key().pem).serialized
        let token = try await Self.sign()
        func register(_ requestor: String) async throws {
            let body =
                #"{"kind":"service","requestor":"\#(requestor)","issuer":"https://id.example.com","kid":"key-1","#
                + #""publicKey":\#(pem)}"#
            #expect(try await client.administer(.post, "identity-keys", body).status == 201)
        }
        try await register("REF30")
        let headers = Client.headers(device: "device-2", ["AD-Service-Token": token])
        let app = try await client.registered()
        let session = try await app.createSession(headers: Client.headers(["AD-Service-Token": token]))
        #expect(try await app.logIn(session).destination == "adbe.example://done")
        let profile = try await app.call(.profiles, headers: headers).json["profiles"]?["GammaSat"]
        #expect(profile?["type"] == "serviceTokenSSO" && profile?["issuer"] == "GammaSat")
        let path = Endpoint.profiles.path(serviceProvider: "REF60")
        #expect(try await app.call(.profiles, path: path, headers: headers).json["profiles"] == .object([]))
        try await register("REF60")
        let shared = try await app.call(.profiles, path: path, headers: headers).json["profiles"]?["GammaSat"]
        #expect(shared?["type"] == "serviceTokenSSO")
        let id = try await client.administer(.get, "sessions").json["sessions"]?.elements.first?["id"]?.text ?? ""
        _ = try await client.administer(.delete, "sessions/\(id)")
        #expect(try await app.call(.profiles, path: path, headers: headers).json["profiles"] == .object([]))
    }

    @Test("keys survive a snapshot, and a reset removes them")
    func snapshots() async throws {
        let body = #"{"kind":"platform","issuer":"i","kid":"k"}"#
        _ = try await client.administer(.post, "identity-keys", body)
        let snapshot = try await client.administer(.get, "snapshot").text
        #expect(snapshot.contains("identity_key") && !snapshot.contains("PRIVATE KEY"))
        _ = try await client.administer(.post, "reset")
        #expect(try await client.administer(.get, "identity-keys").json["identityKeys"] == [])
        #expect(try await client.administer(.put, "snapshot", snapshot).status == 200)
        #expect(try await client.administer(.get, "identity-keys").json["identityKeys"]?.elements.count == 1)
    }
}
