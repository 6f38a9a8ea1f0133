import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("A login at a provider's web page", .app)
struct WebLoginTests {
    private let client = Client.current
    private var browser = Client.current.browser

    /// Whether a device has a token.
    static func isSignedIn(_ client: Client, _ device: String = "device-1") async throws -> Bool {
        try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=\(device)").status == 200
    }

    @Test("3.15 authenticate, login page, signed response, session, back to the app")
    mutating func login() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        let page = try await browser.open(address)
        #expect(page.status == 200 && page.heading == "Log in to Alpha Cable")
        #expect(page.text.contains("to watch Reference 30"))
        #expect(page.address.hasPrefix("/mvpd/alpha.example/saml/sso?SAMLRequest="))
        #expect(page.headers[.contentSecurityPolicy]?.contains("form-action 'self';") == true)
        #expect(page.html.contains(#"<label for="username">"#) && page.html.contains(#"<label for="password">"#))
        #expect(try await browser.client.get("/mvpd/alpha.example/logo.svg").text.hasPrefix("<svg "))

        let forward = try await browser.enter("alice")
        #expect(forward.status == 200 && forward.action == WalkingBrowser.base + "/sp/saml/SAMLAssertionConsumer")
        // Browsers also apply form-action to the redirect after the form.
        #expect(forward.headers[.contentSecurityPolicy]?.contains("form-action 'self' http://127.0.0.1:4711 adobepass:;") == true)
        let cookie = try #require(browser.cookies["vsasim_mvpd_alpha.example_4711"])
        #expect(cookie.path == "/mvpd/alpha.example" && cookie.value.count == 64)
        #expect(Set(["HttpOnly", "SameSite=Lax", "Max-Age=43200"]).isSubset(of: cookie.attributes))
        #expect(!cookie.attributes.contains("Secure"))

        let end = try await browser.submit()
        #expect(end.status == 302 && end.destination == "adobepass://ios.app")
        let token = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.json["mvpd"] == "AlphaCable" && token.json["userId"] == "u-1001-alice")
        let metadata = try await client.get("/api/v1/tokens/usermetadata?format=json&requestor=REF30&deviceId=device-1").json[
            "data"]
        #expect(metadata?["zip"] == ["10001"] && metadata?["maxRating"]?["MPAA"] == "NC-17")
        #expect(metadata?["tokenSource"] != "Apple")
    }

    @Test("a wrong password: the same page with the error in place, the user name kept, the password not")
    mutating func wrongPassword() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        for (name, password) in [("alice", "bob"), ("nobody", "nobody"), ("", ""), (#"<"&'>"#, "x"), ("alice", "")] {
            let page = try await browser.enter(name, password: password)
            #expect(page.status == 403 && page.heading == "Log in to Alpha Cable")
            #expect(page.text.contains("The user name or the password is wrong."))
            #expect(page.html.contains(#"aria-invalid="true" aria-describedby="error""#))
            #expect(page.fields["username"] == name && page.fields["password"] == "")
            #expect(browser.cookies["vsasim_mvpd_alpha.example_4711"] == nil)
        }
        #expect(try await !Self.isSignedIn(client))
        try await browser.enter("alice")
        #expect(try await browser.submit().destination == "adobepass://ios.app")
    }

    @Test("a suspended account: the provider rejects by SAML, the page reports that, the code stays valid")
    mutating func suspended() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        let page = try await browser.logIn(address, as: "carol")
        #expect(page.status == 403 && page.heading == "The TV provider did not log you in")
        #expect(page.text.contains("Alpha Cable did not log you in: The account is suspended."))
        #expect(page.links["Back to the app"] == "adobepass://ios.app")
        #expect(try await !Self.isSignedIn(client))
        // The provider does not remember the user.
        #expect(try await browser.open(address).heading == "Log in to Alpha Cable")
        #expect(try await browser.logIn(address, as: "bob").destination == "adobepass://ios.app")
    }

    @Test("cancel: a page with a link back, nothing changed")
    mutating func cancel() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode(), redirect: "adbe.example://done")
        try await browser.open(address)
        let forward = try await browser.submit(["action": "cancel"])
        #expect(forward.status == 200 && forward.heading == "Back to the app")
        let page = try await browser.submit()
        #expect(page.status == 403 && page.heading == "You are not logged in" && page.text.contains("cancelled"))
        #expect(page.links["Back to the app"] == "adbe.example://done")
        #expect(try await !Self.isSignedIn(client))
        #expect(try await browser.logIn(address).destination == "adbe.example://done")
    }

    @Test("an AuthNAll rule: directly to a session, no page of the provider")
    mutating func degraded() async throws {
        let change = try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"degraded":"authn-all"}"#)
        #expect(change.status == 200)
        let code = try await client.registrationCode()
        #expect(try await browser.open(WalkingBrowser.loginAddress(code: code)).destination == "adobepass://ios.app")
        let token = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.status == 200 && token.json["degradation"] == "authn-all")
    }

    @Test("an AuthNAll rule with an end: the session ends with it")
    mutating func timedDegradation() async throws {
        let rule = #"{"requestor":"REF30","mvpd":"AlphaCable","kind":"authn-all","expiresIn":60}"#
        #expect(try await client.administer(.post, "degradation-rules", rule).status == 201)
        let code = try await client.registrationCode()
        #expect(try await browser.open(WalkingBrowser.loginAddress(code: code)).destination == "adobepass://ios.app")
        #expect(try await Self.isSignedIn(client))
        client.fixture.clock.advance(seconds: 60)
        #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 410)
    }

    @Test("the second address of the same call does the same")
    mutating func secondAddress() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        let other = address.replacing("/api/v1/authenticate", with: "/adobe-services/authenticate/saml")
        #expect(try await browser.logIn(other).destination == "adobepass://ios.app")
        #expect(try await Self.isSignedIn(client))
    }

    @Test("a device with an application identifier gets its own token")
    mutating func applicationIdentifier() async throws {
        let answer = try await client.post("/reggie/v1/REF30/regcode", ["deviceId": "device-1", "appId": "app-1"])
        let code = try #require(answer.json["code"]?.text)
        try await browser.logIn(WalkingBrowser.loginAddress(code: code))
        #expect(try await !Self.isSignedIn(client))
        #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1&appId=app-1").status == 200)
    }

    @Test("a token of a web login authorizes")
    mutating func authorization() async throws {
        try await browser.logIn(WalkingBrowser.loginAddress(code: try await client.registrationCode()), as: "bob")
        #expect(try await client.get("/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=news").status == 200)
        #expect(try await client.get("/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=movies").status == 403)
    }
}
