import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@Suite("Registration codes over HTTP", .app)
struct RegistrationCodeRouteTests {
    private let client = Client.current

    @Test("the answer has all documented fields, and reading it again gives the same")
    func created() async throws {
        let information = Data(#"{"osName":"tvOS","model":"AppleTV"}"#.utf8).base64EncodedString()
        let answer = try await client.send(
            .post, "/reggie/v1/REF30/regcode?ttl=600",
            headers: [
                .contentType: "application/x-www-form-urlencoded", .deviceInformation: information, .userAgent: "Player/1.0",
            ], body: "deviceId=device-1&mvpd=AlphaCable&appId=app-1")
        #expect(answer.status == 201)
        let json = answer.json
        let now = client.fixture.clock.milliseconds()
        #expect(json["id"]?.text?.count == 36)
        let code = try #require(json["code"]?.text)
        #expect(code.count == 7)
        #expect(json["requestor"] == "REF30" && json["mvpd"] == "AlphaCable")
        #expect(json["generated"]?.integer == now && json["expires"]?.integer == now + 600_000)
        let info = try #require(json["info"])
        #expect(info["deviceId"]?.text == Data("device-1".utf8).base64EncodedString())
        let device = try #require(Data(base64Encoded: info["deviceInfo"]?.text ?? ""))
        #expect(try JSON(parsing: device)["operatingSystem"]?["name"] == "tvOS")
        #expect(info["userAgent"] == "Player/1.0" && info["originalUserAgent"] == "Player/1.0" && info["appId"] == "app-1")
        #expect(info["authorizationType"] == "OAUTH2")
        #expect(info["sourceApplicationInformation"]?["id"]?.text?.isEmpty == false)
        #expect(info["registrationURL"] == "http://localhost/activate")
        let read = try await client.get("/reggie/v1/REF30/regcode/\(code)")
        #expect(read.status == 200 && read.json == json)
        #expect(read.headers[.cacheControl] == "no-store")
        let xml = try await client.get("/reggie/v1/REF30/regcode/\(code).xml")
        #expect(xml.status == 200 && xml.text.contains(#""model.mvc.reggie.pass.adobe.com""#))
        #expect(xml.text.contains("<code>\(code)</code>"))
    }

    @Test("the record names the application that was registered, with its version", .service)
    func application() async throws {
        let created = try await client.administer(.post, "applications", #"{"name":"Player","version":"2.1"}"#)
        let id = try #require(created.json["id"]?.text)
        let statement = try await client.administer(.get, "applications/\(id)/statement").text
        let app = try await client.registered(with: statement)
        let code = try await app.registrationCode()
        let info = try await app.get("/reggie/v1/REF30/regcode/\(code)").json["info"]
        let application = info?["sourceApplicationInformation"]
        #expect(application?["id"]?.text == id && application?["name"] == "Player" && application?["version"] == "2.1")
    }

    @Test("a released, an expired and an unknown code are not found")
    func notFound() async throws {
        let code = try await client.registrationCode()
        let other = try await client.registrationCode(device: "device-2")
        #expect(try await client.send(.delete, "/reggie/v1/REF30/regcode/\(code)").status == 204)
        for method in [HTTPRequest.Method.get, .delete] {
            let answer = try await client.send(method, "/reggie/v1/REF30/regcode/\(code)")
            #expect(answer.status == 404 && answer.message == "Not Found")
        }
        #expect(try await client.get("/reggie/v1/REF60/regcode/\(other)").status == 404)
        #expect(try await client.get("/reggie/v1/REF30/regcode/\(other)").status == 200)
        client.fixture.clock.advance(seconds: 1_800)
        #expect(try await client.get("/reggie/v1/REF30/regcode/\(other)").status == 404)
    }

    @Test(
        "each wrong code counts once as a guess, and after ten no code is looked up",
        arguments: [
            (HTTPRequest.Method.get, "/reggie/v1/REF30/regcode/%", 404), (.delete, "/reggie/v1/REF30/regcode/%", 404),
            (.get, "/api/v1/checkauthn/%?requestor=REF30", 403),
            (.get, "/api/v1/preauthorize/%?requestor=REF30&resource=news", 412),
        ])
    func guesses(method: HTTPRequest.Method, path: String, status: Int) async throws {
        let code = try await client.registrationCode()
        for last in "ABCDEFGHJK" {
            // An app polls a code that has expired.
            for _ in 1...(last == "K" ? 1 : 3) {
                #expect(try await client.send(method, path.replacing("%", with: "BBBBBB\(last)")).status == status)
            }
        }
        #expect(try await client.send(method, path.replacing("%", with: code)).status == 429)
        client.fixture.clock.advance(seconds: 300)
        #expect(try await client.send(method, path.replacing("%", with: code)).status != 429)
    }

    @Test("waiting for a login is not a guess")
    func waiting() async throws {
        for device in 1...11 {
            let code = try await client.registrationCode(device: "device-\(device)")
            #expect(try await client.get("/api/v1/checkauthn/\(code)?requestor=REF30").status == 403)
            #expect(try await client.get("/api/v1/preauthorize/\(code)?requestor=REF30&resource=news").status == 412)
        }
    }

    @Test("polling: 403 and 404 until a user signs in, then 200 by code and by device; 403 after the code's expiry")
    func polling() async throws {
        let code = try await client.registrationCode()
        let check = "/api/v1/checkauthn/\(code)?requestor=REF30"
        let token = "/api/v1/tokens/authn?requestor=REF30&deviceId=device-1"
        let preauthorize = "/api/v1/preauthorize/\(code)?requestor=REF30&resource=news,nothing"
        #expect(try await client.get(check).status == 403)
        #expect(try await client.get(token).status == 404)
        #expect(try await client.get(preauthorize).status == 412)
        try await client.signIn()
        let checked = try await client.get(check)
        #expect(checked.status == 200 && checked.text.isEmpty)
        #expect(try await client.get(token).status == 200)
        let answer = try await client.get(preauthorize)
        #expect(answer.status == 200 && answer.headers[.responseConfidence] == "full")
        #expect(answer.text.contains(#""id":"news","authorized":true"#))
        client.fixture.clock.advance(seconds: 1_800)
        #expect(try await client.get(check).status == 403)
        #expect(try await client.get(preauthorize).status == 412)
        #expect(try await client.get(token).status == 200)
        #expect(try await client.get("/api/v1/checkauthn/\(code)").status == 400)
    }

    @Test("the missing or wrong parameter is named", .service)
    func refusals() async throws {
        let app = try await client.registered(requestor: "REF30")
        let uri = "/reggie/v1/REF30/regcode"
        let cases: [(String, [String: String], String)] = [
            (uri, [:], "deviceId"), (uri, ["deviceId": ""], "deviceId"), (uri, ["deviceId": "d", "ttl": "36001"], "ttl"),
            (uri, ["deviceId": "d", "mvpd": "Nobody"], "MVPD"), ("/reggie/v1/NONE/regcode", ["deviceId": "d"], "NONE"),
        ]
        for (uri, form, named) in cases {
            let answer = try await app.post(uri, form)
            #expect(answer.status == 400 && answer.message?.contains(named) == true, "\(answer.text)")
        }
        #expect(try await client.post(uri, ["deviceId": "d"]).status == 401)
        #expect(try await app.post("/reggie/v1/REF60/regcode", ["deviceId": "d"]).status == 403)
        #expect(try await client.get(uri + "/AAAAAAA").status == 401)
        #expect(try await client.send(.delete, uri + "/AAAAAAA").status == 401)
    }
}

extension Client {
    /// Requests a code.
    func registrationCode(_ requestor: String = "REF30", device: String = "device-1", mvpd: String? = nil) async throws -> String
    {
        var form = ["deviceId": device]
        form["mvpd"] = mvpd
        return try #require(try await post("/reggie/v1/\(requestor)/regcode", form).json["code"]?.text)
    }
}

extension HTTPField.Name {
    fileprivate static let deviceInformation = Self("X-Device-Info")!
    fileprivate static let responseConfidence = Self("Adobe-Response-Confidence")!
}
