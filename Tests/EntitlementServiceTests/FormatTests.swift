import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Formats of answers", .app)
struct FormatTests {
    private let client = Client.current
    private let device = "requestor=REF30&deviceId=device-1"
    private let declaration = #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#

    @Test("JSON and XML by suffix, by format, by Accept; JSON by default")
    func ways() async throws {
        let plain = try await client.get("/api/v1/config/REF30")
        #expect(plain.headers[.contentType] == "application/json;charset=utf-8")
        for uri in ["/api/v1/config/REF30.json", "/api/v1/config/REF30?format=json", "/api/v1/config/REF30.JSON?a=b"] {
            #expect(try await client.get(uri).text == plain.text)
        }
        let xml = try await client.get("/api/v1/config/REF30.xml")
        #expect(xml.headers[.contentType] == "application/xml;charset=utf-8")
        #expect(xml.text.hasPrefix(declaration + "<config><device>unknown</device>"))
        #expect(xml.text.contains("<domains><domain><name>example.com</name><mvpdInitiated>false</mvpdInitiated></domain>"))
        for uri in ["/api/v1/config/REF30?format=xml", "/api/v1/config/REF30.xml?format=XML"] {
            #expect(try await client.get(uri).text == xml.text)
        }
    }

    @Test("a form requests a format, too: that of the answer and of an error")
    func form() async throws {
        let registered = try await client.registered()
        let codes = "/reggie/v1/REF30/regcode"
        let code = try await registered.post(codes, ["deviceId": "device-1", "format": "xml"])
        #expect(code.status == 201 && code.text.hasPrefix(declaration))
        let refused = try await registered.post(codes, ["format": "xml"])
        #expect(refused.status == 400 && refused.text.hasPrefix(declaration + "<error>"))
        for (path, format) in [(codes + ".json", "xml"), (codes, "yaml")] {
            let answer = try await registered.post(path, ["deviceId": "device-1", "format": format])
            #expect(answer.status == 400 && answer.message?.contains("format") == true, "\(path)")
        }
        #expect(try await registered.post("/o/client/token", ["format": "xml"]).status == 406)
    }

    @Test(
        "Accept: the type with the higher weight, of two equal ones the first, for */* the default",
        arguments: [
            ("application/json", "json"), ("*/*", "json"), ("application/*", "json"), ("application/xml", "xml"),
            ("application/xml, application/json;q=0.5", "xml"), ("application/json;q=0.4, application/xml;q=0.8", "xml"),
            ("application/xml, application/json", "xml"), ("application/json, application/xml", "json"),
            ("text/html, application/xml;q=0.9, */*;q=0.8", "xml"), ("APPLICATION/XML; charset=utf-8", "xml"),
            ("application/json;charset=utf-8", "json"), ("application/json;q=0, application/xml;q=0.1", "xml"),
        ])
    func accept(header: String, format: String) async throws {
        let answer = try await client.send(.get, "/api/v1/config/REF30", headers: [.accept: header])
        #expect(answer.status == 200 && answer.headers[.contentType] == "application/\(format);charset=utf-8")
    }

    @Test(
        "406 if Accept allows neither; if it does not allow the format of the suffix or the parameter; for XML of registration"
    )
    func notAcceptable() async throws {
        let cases = [
            ("/api/v1/config/REF30", "text/html"), ("/api/v1/config/REF30", "application/json;q=0, application/xml;q=0"),
            ("/api/v1/config/REF30.xml", "application/json"), ("/api/v1/config/REF30?format=json", "application/xml"),
        ]
        for (uri, accept) in cases {
            let answer = try await client.send(.get, uri, headers: [.accept: accept])
            #expect(answer.status == 406 && answer.json["status"]?.integer == 406, "\(uri) \(accept)")
        }
        for (uri, accept) in [("/o/client/token.xml", "*/*"), ("/o/client/token", "application/xml")] {
            let answer = try await client.send(.post, uri, headers: [.accept: accept])
            #expect(answer.status == 406 && answer.message?.contains("application/json") == true)
        }
    }

    @Test("400 if suffix and parameter contradict each other, and for an unknown format")
    func mixed() async throws {
        let mixed = try await client.get("/api/v1/config/REF30.json?format=xml")
        #expect(mixed.status == 400 && mixed.message?.contains("differ") == true)
        let unknown = try await client.get("/api/v1/config/REF30?format=yaml")
        #expect(unknown.status == 400 && unknown.message == "Parameter format takes json or xml.")
    }

    @Test("the root elements of the documents: authentication, authorization, play, resources")
    func roots() async throws {
        try await client.signIn("u-1002-bob")
        let now = client.fixture.clock.milliseconds()
        let authentication = try await client.get("/api/v1/tokens/authn.xml?\(device)")
        #expect(
            authentication.text == declaration + "<authentication><requestor>REF30</requestor><mvpd>AlphaCable</mvpd>"
                + "<userId>u-1002-bob</userId><expires>\(now + 30 * 86_400_000)</expires></authentication>")
        let expected =
            declaration + "<authorization><mvpd>AlphaCable</mvpd><resource>news</resource><requestor>REF30</requestor>"
            + "<expires>\(now + 86_400_000)</expires></authorization>"
        #expect(try await client.get("/api/v1/authorize.xml?\(device)&resource=news").text == expected)
        #expect(try await client.get("/api/v1/tokens/authz?\(device)&resource=news&format=xml").text == expected)
        let play = try await client.get("/api/v1/mediatoken.xml?\(device)&resource=news").text
        #expect(play.hasPrefix(declaration + "<play><resource>news</resource><requestor>REF30</requestor><expires>"))
        #expect(play.hasSuffix("<mvpdId>AlphaCable</mvpdId></play>"))
        let resources = try await client.get("/api/v1/preauthorize.xml?\(device)&resource=news,sports").text
        #expect(
            resources.hasPrefix(
                declaration + "<resources><resource><id>news</id><authorized>true</authorized></resource>"
                    + "<resource><id>sports</id><authorized>false</authorized><error><action>none</action>"))
        #expect(resources.contains("<code>preauthorization_denied_by_mvpd</code>"))
    }

    @Test("user metadata is XML by default, as documented, and JSON for a client that requests JSON")
    func userMetadata() async throws {
        try await client.signIn()
        let uri = "/api/v1/tokens/usermetadata?\(device)"
        for accept in [[:], [.accept: "*/*"]] as [HTTPFields] {
            let xml = try await client.send(.get, uri, headers: accept)
            #expect(xml.headers[.contentType] == "application/xml;charset=utf-8")
            #expect(xml.text.contains("<zip><value>10001</value></zip>"))
            #expect(xml.text.contains("<maxRating><MPAA>R</MPAA></maxRating>"))
        }
        // What the AccessEnabler library sends.
        let json = try await client.send(.get, uri, headers: [.accept: "application/json"])
        #expect(json.json["data"]?["zip"] == ["10001"])
    }

    @Test("errors have the requested format: of the call, of its token, of an unknown path and method")
    func errors() async throws {
        try await Fixture().test { client in
            let open = try await client.get("/api/v1/checkauthn.xml?\(device)")
            #expect(
                open.text == declaration
                    + "<error><status>401</status><message>An access token is required: Authorization: Bearer TOKEN.</message>"
                    + "<error>access_denied</error>\(trace(open))</error>")
            let client = try await client.registered()
            let missing = try await client.get("/api/v1/authorize.xml?\(device)&resource=%3Ca%26b%22%3E")
            #expect(missing.status == 400)
            #expect(missing.text.hasPrefix(declaration + "<error><action>none</action><status>400</status>"))
            #expect(missing.text.contains("<code>malformed_authz_request</code>"))
            #expect(missing.text.contains("<trace>"))
            let unknown = try await client.get("/api/v1/config/%3CNOPE%3E.xml")
            #expect(unknown.text.contains("Requestor &quot;&lt;NOPE&gt;&quot; is unknown."))
            let nowhere = try await client.get("/api/v1/nowhere.xml")
            #expect(nowhere.status == 404)
            #expect(
                nowhere.text == declaration
                    + "<error><status>404</status><message>Not Found</message>\(trace(nowhere))</error>")
            let method = try await client.send(.put, "/api/v1/logout.xml")
            #expect(method.status == 405 && method.headers[.allow] == "DELETE" && method.text.contains("<status>405</status>"))
        }
        try await Fixture(change: { $0.requestors[0].hasEnhancedErrors = false }).testApp { client in
            let plain = try await client.get("/api/v1/tokens/authn?\(device)&format=xml")
            #expect(
                plain.text == declaration
                    + "<error><status>404</status><message>Not Found</message><details/>\(trace(plain))</error>")
        }
    }

    /// The element that names the request.
    private func trace(_ answer: Client.Answer) -> String {
        "<trace>\(answer.headers[HTTPField.Name("Adobe-Request-Id")!] ?? "")</trace>"
    }

    @Test("a profile request is an opaque text for any Accept; its errors have a format")
    func opaque() async throws {
        let uri = "/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS&deviceId=device-1"
        let answer = try await client.send(.get, uri, headers: [.accept: "application/octet-stream"])
        #expect(answer.status == 200 && answer.headers[.contentType] == "application/octet-stream")
        let error = try await client.send(
            .get, "/api/v1/REF30/profile-requests/AlphaCable", headers: [.accept: "application/xml"])
        #expect(error.status == 400 && error.text.contains("<code>bad_request</code>"))
    }

    @Test("a document's JSON and XML have the same content; the namespace of a registration code; invalid names; invalid XML")
    func document() {
        let document = AnswerDocument(
            "regcode", namespace: "model.mvc.reggie.pass.adobe.com", items: ["info.ids": "id"],
            [
                "code": "AB&<>\"\u{1}\r", "generated": .integer(5), "mvpd": .null,
                "info": ["1 key": true, "ids": ["a", ""]],
            ])
        #expect(
            document.json.serialized
                == #"{"code":"AB&<>\"\u0001\r","generated":5,"mvpd":null,"info":{"1 key":true,"ids":["a",""]}}"#)
        #expect(
            document.xml == declaration + #"<ns2:regcode xmlns:ns2="model.mvc.reggie.pass.adobe.com">"#
                + "<code>AB&amp;&lt;&gt;&quot;\u{FFFD}&#13;</code><generated>5</generated><mvpd/>"
                + #"<info><entry key="1 key">true</entry><ids><id>a</id><id/></ids></info></ns2:regcode>"#)
        let list = AnswerDocument("resources", items: ["resources": "resource"], [])
        #expect(list.json.serialized == #"{"resources":[]}"# && list.xml == declaration + "<resources/>")
    }

    @Test("the elements of an attribute's list have their usual name, even if the attribute is named like a list of the response")
    func attributeNamedLikeList() {
        let document = AnswerDocument(
            "usermetadata", items: ["usermetadata.encrypted": "key"],
            ["encrypted": ["zip"], "data": ["encrypted": ["a", "b"]]])
        #expect(
            document.xml == declaration + "<usermetadata><encrypted><key>zip</key></encrypted>"
                + "<data><encrypted><value>a</value><value>b</value></encrypted></data></usermetadata>")
    }
}
