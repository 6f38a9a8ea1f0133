import Encodings
import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Scopes of statements, clients and access tokens", .service)
struct ScopeTests {
    private let client = Client.current

    private static let scopes = ["api:client:v1", "api:client:v2"]

    /// A registered client of a statement with some scopes.
    private func client(scopes: String) async throws -> (registration: Client.Answer, client: Client) {
        let statement = try await client.administer(.post, "statements", #"{"requestor":"REF30","scopes":\#(scopes)}"#)
        #expect(statement.status == 201)
        let registration = try await client.register(try #require(statement.json["statement"]?.text))
        var registered = client
        registered.accessToken = try await client.token(registration).json["access_token"]?.text
        return (registration, registered)
    }

    /// The claims of a token, without verification.
    private func claims(_ token: String?) throws -> JSON {
        let token = try #require(token)
        return try #require(CompactToken(token)).claims
    }

    @Test("a statement grants the scopes that it was issued with, and an old one grants all")
    func grants() async throws {
        for (scopes, granted) in [
            (#"["api:client:v1"]"#, [Self.scopes[0]]), (#"["api:client:v2"]"#, [Self.scopes[1]]), ("null", Self.scopes),
        ] {
            let (registration, registered) = try await client(scopes: scopes)
            #expect(registration.json["scopes"]?.texts == granted)
            #expect(try claims(registered.accessToken)["scopes"]?.text == granted.joined(separator: " "))
            let version1 = try await registered.get("/api/v1/config/REF30")
            #expect(version1.status == (granted.contains(Self.scopes[0]) ? 200 : 403))
            #expect(version1.error == (granted.contains(Self.scopes[0]) ? nil : "invalid_client"))
        }
    }

    @Test("an unknown scope of a statement or an application is rejected, and so is an empty one: its clients could call nothing")
    func unknown() async throws {
        for (path, body) in [
            ("statements", #"{"requestor":"REF30","scopes":["api:client:v3"]}"#),
            ("applications", #"{"name":"Player","scopes":["api:client:v3"]}"#),
            ("applications", #"{"name":"Player","scopes":"api:client:v2"}"#),
            ("statements", #"{"requestor":"REF30","scopes":[]}"#), ("applications", #"{"name":"Player","scopes":[]}"#),
        ] {
            let answer = try await client.administer(.post, path, body)
            #expect(answer.status == 400 && answer.message?.hasPrefix("scopes takes ") == true, "\(answer.text)")
        }
        let application = try await client.administer(.post, "applications", #"{"name":"P","scopes":["api:client:v2"]}"#)
        #expect(application.json["scopes"] == ["api:client:v2"])
    }

    @Test("register and token take their fields from the query, too; the body's count first")
    func query() async throws {
        let statement = try await client.statement(requestor: "REF30").token
        let registration = try await client.send(
            .post, "/o/client/register?software_statement=\(statement)&redirect_uri=adbe.example%3A%2F%2Fios")
        #expect(registration.status == 201 && registration.json["redirect_uris"] == ["adbe.example://ios"])
        let (id, secret) = (registration.json["client_id"]?.text ?? "", registration.json["client_secret"]?.text ?? "")
        let credentials = "client_id=\(id)&client_secret=\(secret)&grant_type=client_credentials"
        #expect(try await client.send(.post, "/o/client/token?\(credentials)").status == 201)
        let refused = try await client.post(
            "/o/client/token?\(credentials)", ["client_secret": "wrong", "client_id": id, "grant_type": "client_credentials"])
        #expect(refused.error == "invalid_client")
        let log = try await client.administer(.get, "requests")
        #expect(!log.text.contains(secret) && !log.text.contains(statement))
    }

    @Test(
        "a token whose header is not an object of strings is invalid, and does no harm",
        arguments: [
            #"{"alg":"RS256","kid":1e300}"#, #"{"alg":"RS256","kid":{"a":[1]}}"#, "[]", "1", #"{"alg":"none"}"#,
            String(repeating: "[", count: 3_000),
        ])
    func headers(header: String) async throws {
        let token = [header, #"{"sub":"x","scopes":"api:client:v2"}"#, "signature"].map { part in
            String(Data(part.utf8).base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        }.joined(separator: ".")
        let answer = try await client.send(.get, "/api/v1/config/REF30", token: token)
        #expect(answer.status == 401)
        #expect(try await client.register(token).error == "invalid_software_statement")
    }
}
