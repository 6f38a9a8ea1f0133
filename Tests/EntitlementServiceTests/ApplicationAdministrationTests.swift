import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("Administration of applications and certificates", .service)
struct ApplicationAdministrationTests {
    private let client = Client.current

    @Test("an application is registered, shown, its statement downloaded with a fixed type and used, then revoked")
    func life() async throws {
        let created = try await client.administer(
            .post, "applications",
            #"{"name":"Player","version":"2.1","requestors":["REF30"],"platforms":["tvos"],"schemes":["my.player"],"#
                + #""domains":["player.example"]}"#)
        #expect(created.status == 201, "\(created.text)")
        let id = try #require(created.json["id"]?.text)
        #expect(
            created.json["version"] == "2.1" && created.json["domains"] == ["player.example"]
                && created.json["platforms"] == ["tvos"] && created.json["revoked"] == false)
        #expect(try await client.administer(.get, "applications/\(id)").json == created.json)
        let file = try await client.administer(.get, "applications/\(id)/statement")
        #expect(file.headers[.contentType] == "text/plain; charset=utf-8")
        let options = try #require(HTTPField.Name("X-Content-Type-Options"))
        #expect(file.headers[options] == "nosniff")
        #expect(file.headers[.contentDisposition] == "attachment; filename=\"statement-\(id).jwt\"")
        #expect(try await client.register(file.text, redirect: "https://www.player.example/back").status == 201)
        #expect(try await client.register(file.text, redirect: "my.player://back").status == 201)
        #expect(try await client.register(file.text, redirect: "https://example.com/").error == "invalid_redirect_uri")

        for _ in 1...2 {
            let revoked = try await client.administer(.post, "applications/\(id)/revoke")
            #expect(revoked.status == 200 && revoked.json["revoked"] == true)
        }
        #expect(try await client.register(file.text).error == "unapproved_software_statement")
        let statements = try await client.administer(.get, "statements")
        #expect(statements.text.contains(id) && statements.text.contains(#""revoked":true"#))
    }

    @Test("omitted fields of an application come from its requestors; the list is that of a requestor or all")
    func defaults() async throws {
        let all = try await client.administer(.post, "applications", #"{"name":"All"}"#)
        #expect(all.json["requestors"] == [] && all.json["platforms"] == ["ios", "tvos"])
        #expect(all.json["schemes"] == ["adbe.example", "adbe.example60"] && all.json["domains"] == nil)
        let one = try await client.administer(.post, "applications", #"{"name":"One","requestors":["REF60"]}"#)
        #expect(one.json["schemes"] == ["adbe.example60"])
        let list = try await client.administer(.get, "applications?requestor=REF30")
        #expect(list.text.contains(#""name":"All""#) && !list.text.contains(#""name":"One""#))
        #expect(try await client.administer(.get, "applications?requestor=NOPE").status == 404)
    }

    @Test(
        "a wrong field of an application is named",
        arguments: [
            ("{}", "name"), (#"{"name":""}"#, "name"), (#"{"name":"a","version":1}"#, "version"),
            (#"{"name":"a","requestors":"REF30"}"#, "requestors"), (#"{"name":"a","platforms":["roku"]}"#, "platforms"),
            (#"{"name":"a","platforms":[]}"#, "platforms"), (#"{"name":"a","domains":["a.b","A.b"]}"#, "domains"),
            (#"{"name":"a","schemes":["a b"]}"#, "schemes"), (#"{"name":"a","domains":["a/b"]}"#, "domains"),
            (#"{"name":"a","other":1}"#, "other"), ("[]", "body"),
        ])
    func wrongFields(_ body: String, _ field: String) async throws {
        let answer = try await client.administer(.post, "applications", body)
        #expect(answer.status == 400 && answer.error == "invalid_request")
        #expect(answer.message?.contains(field) == true, "\(answer.text)")
        #expect(try await client.administer(.get, "applications").json["applications"] == [])
    }

    @Test(
        "no name or version contains a control character of a scenario",
        arguments: [#"\u0000"#, #"\u007f"#, #"\u0085"#, #"\u2028"#, #"\u2029"#, #"\ufffe"#])
    func controlCharacters(_ escape: String) async throws {
        for (path, body, field) in [
            ("applications", #"{"name":"a\#(escape)b"}"#, "name"),
            ("applications", #"{"name":"a","version":"1\#(escape)"}"#, "version"),
            ("statements", #"{"requestor":"REF30","name":"a\#(escape)b"}"#, "name"),
        ] {
            let answer = try await client.administer(.post, path, body)
            #expect(answer.status == 400 && answer.json["field"] == .string(field), "\(answer.text)")
            #expect(answer.message?.hasSuffix("characters without control characters.") == true, "\(answer.text)")
        }
        #expect(try await client.administer(.get, "applications").json["applications"] == [])
    }

    @Test("a name has up to 256 characters of any length in bytes; that of a statement may be empty")
    func nameLimits() async throws {
        let longest = String(repeating: "é", count: 256)
        for (name, application, statement) in [(longest, 201, 201), (longest + "é", 400, 400), ("", 400, 201)] {
            let registered = try await client.administer(.post, "applications", #"{"name":"\#(name)"}"#)
            #expect(registered.status == application, "\(registered.text)")
            let issued = try await client.administer(.post, "statements", #"{"requestor":"REF30","name":"\#(name)"}"#)
            #expect(issued.status == statement, "\(issued.text)")
        }
    }

    @Test(
        "a scheme that a browser handles itself, or of the web, is rejected for an app; the message refers to domains",
        arguments: ["javascript", "DATA", "file", "view-source", "http", "https", "HTTPS"])
    func schemes(_ scheme: String) async throws {
        for (method, path, body, field) in [
            (HTTPRequest.Method.post, "applications", #"{"name":"a","schemes":["a.b","\#(scheme)"]}"#, "schemes"),
            (.post, "statements", #"{"requestor":"REF30","scheme":"\#(scheme)"}"#, "scheme"),
            (.put, "requestors/REF30", #"{"customSchemes":["\#(scheme)"]}"#, "customSchemes"),
        ] {
            let answer = try await client.administer(method, path, body)
            #expect(answer.status == 400 && answer.json["field"] == .string(field), "\(answer.text)")
            #expect(answer.message?.hasSuffix("nor http and https, whose hosts belong in domains.") == true)
        }
        #expect(try await client.administer(.get, "applications").json["applications"] == [])
    }

    @Test("schemes that differ only by case are the same, as in redirects")
    func sameSchemes() async throws {
        for (method, path, body, field) in [
            (HTTPRequest.Method.post, "applications", #"{"name":"a","schemes":["my.app","My.App"]}"#, "schemes"),
            (.post, "statements", #"{"requestor":"REF30","scheme":["my.app","MY.APP"]}"#, "scheme"),
            (.put, "requestors/REF30", #"{"customSchemes":["my.app","my.other","my.aPP"]}"#, "customSchemes"),
        ] {
            let answer = try await client.administer(method, path, body)
            #expect(answer.status == 400 && answer.json["field"] == .string(field), "\(answer.text)")
            #expect(answer.message?.contains("none of them twice") == true, "\(answer.text)")
        }
    }

    @Test("unknown applications and requestors are 404")
    func unknown() async throws {
        let body = #"{"name":"a","requestors":["NOPE"]}"#
        #expect(try await client.administer(.post, "applications", body).status == 404)
        for (method, path) in [(HTTPRequest.Method.get, ""), (.get, "/statement"), (.post, "/revoke")] {
            let answer = try await client.administer(method, "applications/nothing\(path)")
            #expect(answer.status == 404 && answer.error == "not_found")
        }
    }

    @Test("a certificate is added, listed with its contents, marked, and removed")
    func certificates() async throws {
        let pem = client.fixture.provider.certificate.pem
        let body = JSON.object([.init("requestor", "REF30"), .init("certificate", .string(pem))]).serialized
        let added = try await client.administer(.post, "certificates", body)
        #expect(added.status == 201, "\(added.text)")
        let id = try #require(added.json["id"]?.text)
        #expect(id.count == 64 && added.json["encryptsMetadata"] == false)
        #expect(added.json["subject"]?.text?.contains("CN=") == true && added.json["issuer"] == added.json["subject"])
        let (from, to) = (added.json["notBefore"]?.integer ?? 0, added.json["notAfter"]?.integer ?? 0)
        #expect(from < to && added.json["serial"]?.text?.isEmpty == false)
        #expect(try await client.administer(.post, "certificates", body).json == added.json)

        let marked = try await client.administer(.put, "certificates/REF30/\(id)", #"{"encryptsMetadata":true}"#)
        #expect(marked.status == 200 && marked.json["encryptsMetadata"] == true)
        let list = try await client.administer(.get, "certificates?requestor=REF30")
        #expect(list.json["certificates"] == .array([marked.json]))
        #expect(try await client.administer(.get, "certificates?requestor=REF60").json["certificates"] == [])
        #expect(client.fixture.environment.engine.read { $0.certificates(of: "REF30").map(\.encryptsMetadata) } == [true])

        #expect(try await client.administer(.delete, "certificates/REF30/\(id)").status == 204)
        #expect(try await client.administer(.delete, "certificates/REF30/\(id)").status == 404)
        #expect(try await client.administer(.put, "certificates/REF30/\(id)", "{}").status == 404)
        #expect(try await client.administer(.get, "certificates").json["certificates"] == [])
    }

    @Test("user metadata is encrypted for the marked certificate, and for none after its removal")
    func encryption() async throws {
        let app = try await client.registered()
        try await app.signIn()
        let uri = "/api/v1/tokens/usermetadata?requestor=REF30&deviceId=device-1&format=json"
        #expect(try await app.get(uri).json["encrypted"] == [])
        let pem = client.fixture.provider.certificate.pem
        let body = JSON.object([.init("requestor", "REF30"), .init("certificate", .string(pem)), .init("encryptsMetadata", true)])
        let added = try await client.administer(.post, "certificates", body.serialized)
        let id = try #require(added.json["id"]?.text)
        let answer = try await app.get(uri)
        #expect(answer.json["encrypted"] == ["zip"], "\(answer.text)")
        #expect((answer.json["data"]?["zip"]?.text?.utf8.count ?? 0) > 300)
        #expect(try await client.administer(.put, "requestors/REF30", #"{"name":"New"}"#).status == 200)
        #expect(try await app.get(uri).json["encrypted"] == ["zip"])
        #expect(try await client.administer(.delete, "certificates/REF30/\(id)").status == 204)
        #expect(try await app.get(uri).json["encrypted"] == [])
    }

    @Test("what is not a certificate, or has a key that cannot encrypt, is rejected")
    func wrongCertificates() async throws {
        let elliptic = """
            -----BEGIN CERTIFICATE-----
            MIIBfDCCASOgAwIBAgIUMMX3jNa6AnaSiYnKkZjsi8K4yjowCgYIKoZIzj0EAwIw
            EzERMA8GA1UEAwwIZWxsaXB0aWMwIBcNMjYxMTIyMDYxMTM2WhgPMjEyNjEwMjkw
            NjExMzZaMBMxETAPBgNVBAMMCGVsbGlwdGljMFkwEwYHKoZIzj0CAQYIKoZIzj0D
            AQcDQgAEYA+GB8Z4+lvTGK5303pX8ZP9IraAYSd/uC25WPv1E8eL1wtS/wST5UnZ
            UL/UhLkFt6FzHrOfvOIMfkOoHq1lSqNTMFEwHQYDVR0OBBYEFBPtNQIexuu3ctU7
            UQaMnHfTguCZMB8GA1UdIwQYMBaAFBPtNQIexuu3ctU7UQaMnHfTguCZMA8GA1Ud
            EwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgYqLHeOGbATKSCYo4FQY3RzSq
            XnOATcR6iTMaWxdBwDACIDY8r+Bg9pV9zhV/6CUCRGquLb3KBCRTw+GR9351qRd5
            -----END CERTIFICATE-----
            """
        for pem in ["", "no PEM", elliptic] {
            let body = JSON.object([.init("requestor", "REF30"), .init("certificate", .string(pem))]).serialized
            let answer = try await client.administer(.post, "certificates", body)
            #expect(answer.status == 400 && answer.message?.contains("certificate") == true, "\(answer.text)")
        }
        for body in ["{}", #"{"requestor":"REF30"}"#, #"{"requestor":"REF30","certificate":5}"#, "[]"] {
            #expect(try await client.administer(.post, "certificates", body).status == 400)
        }
        let pem = client.fixture.provider.certificate.pem
        let unknown = JSON.object([.init("requestor", "NOPE"), .init("certificate", .string(pem))]).serialized
        #expect(try await client.administer(.post, "certificates", unknown).status == 404)
    }
}
