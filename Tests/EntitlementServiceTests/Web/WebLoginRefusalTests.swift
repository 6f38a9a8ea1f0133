import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("Rejected logins", .app)
struct WebLoginRefusalTests {
    private let client = Client.current
    private var browser = Client.current.browser

    @Test("an unknown code, none, one of another channel, an expired one: 400 and a page without a link")
    mutating func codes() async throws {
        let other = try await client.registrationCode("REF60")
        let ended = try await client.registrationCode()
        client.fixture.clock.advance(seconds: 1_800)
        for code in ["ABCDEFG", "", "%22%3E%3Cscript%3E", other, ended] {
            let page = try await browser.open(WalkingBrowser.loginAddress(code: code))
            #expect(page.status == 400 && page.heading == "This code cannot be used", "\(code)")
            #expect(page.links.isEmpty && page.text.contains("get a new code") && !page.html.contains("<script"))
        }
    }

    @Test("codes that were used, have expired or belong to others are answered like unknown ones, except for ID and date")
    mutating func knownCodes() async throws {
        let ended = try await client.registrationCode()
        client.fixture.clock.advance(seconds: 1_800)
        let other = try await client.registrationCode("REF60")
        let used = try await client.registrationCode()
        #expect(try await browser.logIn(WalkingBrowser.loginAddress(code: used)).destination == "adobepass://ios.app")
        let statement = try await client.statement()
        let app = try await client.registered(with: statement.token)
        let withdrawn = try await app.registrationCode()
        #expect(try await client.administer(.delete, "statements/\(statement.id)").status == 204)

        func answer(_ code: String) async throws -> (status: Int, headers: HTTPFields, text: String) {
            // An address to return to is checked only after the code.
            let address = WalkingBrowser.loginAddress(code: code, redirect: "https://stranger.example/")
            let answer = try await browser.client.get(address)
            let id = try #require(answer.headers[HTTPField.Name("Adobe-Request-Id")!])
            var headers = answer.headers
            headers[HTTPField.Name("Adobe-Request-Id")!] = nil
            headers[.date] = nil
            return (answer.status, headers, answer.text.replacing(id, with: "ID").replacing(code, with: "CODE"))
        }
        let unknown = try await answer("ABCDEFG")
        #expect(unknown.status == 400 && unknown.text.contains("CODE"))
        for code in [used, ended, other, withdrawn] {
            let known = try await answer(code)
            #expect(known.status == unknown.status && known.headers == unknown.headers && known.text == unknown.text)
        }
    }

    @Test("too many wrong codes from an address: no more are accepted, and right ones are answered like wrong ones")
    mutating func guessing() async throws {
        let code = try await client.registrationCode()
        let used = try await client.registrationCode("REF60")
        for wrong in [used] + "ABCDEFGHJ".map({ "ABCDEF\($0)" }) {
            #expect(try await browser.open(WalkingBrowser.loginAddress(code: wrong)).status == 400)
        }
        for any in [code, "ABCDEFG", used] {
            let page = try await browser.open(WalkingBrowser.loginAddress(code: any))
            #expect(page.status == 429 && page.heading == "Too many wrong codes")
        }
        client.fixture.clock.advance(seconds: 301)
        #expect(try await browser.open(WalkingBrowser.loginAddress(code: code)).status != 429)
    }

    @Test("an unknown channel, an unknown provider, one that is off, none")
    mutating func wrongProvider() async throws {
        let code = try await client.registrationCode()
        let channel = try await browser.open(WalkingBrowser.loginAddress(code: code, requestor: "REF99"))
        #expect(channel.status == 400 && channel.heading == "This channel is unknown")
        for mvpd in ["Nobody", "EpsilonTV", "alpha.example"] {
            let page = try await browser.open(WalkingBrowser.loginAddress(code: code, mvpd: mvpd))
            #expect(page.status == 400 && page.heading == "This TV provider is not available", "\(mvpd)")
            #expect(page.text.contains("choose another TV provider"))
            #expect(page.links["Back to the app"] == "adobepass://ios.app")
        }
        let none = try await browser.open(WalkingBrowser.loginAddress(code: code, mvpd: ""))
        #expect(none.status == 400 && none.text.contains("mso_id"))
    }

    @Test("a temporary pass has no login page")
    mutating func temporaryPass() async throws {
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode(), mvpd: "TempPass")
        let page = try await browser.open(address)
        #expect(page.status == 400 && page.text.contains("Temp Pass is a temporary pass: it has no login page."))
        #expect(page.links["Back to the app"] == "adobepass://ios.app")
    }

    @Test(
        "accepted return addresses of a login",
        arguments: [
            "adobepass://ios.app", "adbe.example://", "adbe.example://done?x=1#y", "ADBE.Example://done", "https://example.com",
            "https://example.com/path?q=1", "https://www.example.com:8443/", "http://localhost.example.com/",
            "http://EXAMPLE.com",
        ])
    mutating func redirectAccepted(address: String) async throws {
        let code = try await client.registrationCode()
        let page = try await browser.open(WalkingBrowser.loginAddress(code: code, redirect: address))
        #expect(page.heading == "Log in to Alpha Cable")
    }

    @Test("no open redirect: other addresses are rejected before anything else, and no page links to them")
    mutating func redirectRefused() async throws {
        let addresses = [
            "", "adobepass://", "adobepass://other.app", "adobepass://ios.app/x", "https://example.org/",
            "https://notexample.com/",
            "https://example.com.stranger.example/", "https://stranger.example/example.com",
            "https://example.com@stranger.example/",
            #"https://stranger.example\.example.com/"#, #"https:\\example.com"#, "https:/example.com", "https:example.com",
            "https:///example.com", "https://", "https://example.com:x/", "https://example.com:", "//example.com", "/dashboard",
            "javascript://example.com/%0aalert(1)", "data://example.com/", "file://example.com/", "ftp://example.com/",
            "other.scheme://x", "adbe.example:x", " adbe.example://x", "adbe.example://a b", "adbe.example://a\nb",
            "https://example.com%2f@stranger.example", "https://stranger.example#.example.com",
            "https://stranger.example?.example.com",
            "https://xn--example.com", "https://exämple.com/", "adbe.stranger://x",
            "https://" + String(repeating: "a", count: 2_100),
        ]
        let code = try await client.registrationCode()
        for address in addresses {
            let page = try await browser.open(WalkingBrowser.loginAddress(code: code, redirect: address))
            #expect(page.status == 400 && page.heading == "The app's address is not registered", "\(address)")
            #expect(page.links.isEmpty && page.destination == nil)
        }
    }

    @Test("the schemes are those of the app's own statement")
    mutating func schemesOfTheStatement() async throws {
        let answer = try await client.administer(.post, "statements", #"{"requestor":"REF30","scheme":"own.scheme"}"#)
        let app = try await client.registered(with: try #require(answer.json["statement"]?.text))
        let address = "own.scheme://done"
        let own = WalkingBrowser.loginAddress(code: try await app.registrationCode(), redirect: address)
        #expect(try await browser.logIn(own).destination == address)
        let other = WalkingBrowser.loginAddress(code: try await client.registrationCode(), redirect: address)
        #expect(try await browser.open(other).heading == "The app's address is not registered")
    }

    @Test("the domains are the app's own, if it has any")
    mutating func domainsOfTheApplication() async throws {
        let application = try await client.administer(
            .post, "applications", #"{"name":"Player","requestors":["REF30"],"domains":["player.example"]}"#)
        let file = try await client.administer(.get, "applications/\(application.json["id"]?.text ?? "")/statement")
        let app = try await client.registered(with: file.text)
        for (domain, redirect) in [
            ("player.example", "https://www.player.example/done"), ("example.com", "https://player.example/done"),
        ] {
            let code = try await app.registrationCode()
            let address = WalkingBrowser.loginAddress(code: code, domain: domain, redirect: redirect)
            #expect(try await browser.logIn(address + "&force_authn=true").destination == redirect)
        }
        let code = try await app.registrationCode()
        let channels = WalkingBrowser.loginAddress(code: code, redirect: "https://example.com/done")
        #expect(try await browser.open(channels).heading == "The app's address is not registered")
        let other = WalkingBrowser.loginAddress(
            code: try await client.registrationCode(), redirect: "https://player.example/done")
        #expect(try await browser.open(other).heading == "The app's address is not registered")
        // A logout does not name an app.
        let logout = WebLogoutTests.address(redirect: "https://player.example/out")
        #expect(try await browser.open(logout).destination == "https://player.example/out")
    }

    @Test("a login or logout without an address ends at the channel's default redirect URL, if it has one")
    mutating func defaultRedirectURL() async throws {
        func address(_ device: String) async throws -> String {
            let code = try await client.registrationCode(device: device)
            return String(WalkingBrowser.loginAddress(code: code).split(separator: "&redirect_url=")[0])
        }
        let page = try await browser.open(try await address("device-1"))
        #expect(page.status == 400 && page.text.contains("does not specify a return URL"))
        let change = try await client.administer(
            .put, "requestors/REF30", #"{"defaultRedirectURL":"https://portal.example/back?x=1"}"#)
        #expect(change.status == 200)
        #expect(try await browser.logIn(try await address("device-1")).destination == "https://portal.example/back?x=1")
        #expect(try await WebLoginTests.isSignedIn(client))
        #expect(try await browser.open(WebLogoutTests.address(redirect: nil)).destination == "https://portal.example/back?x=1")
        let named = WalkingBrowser.loginAddress(code: try await client.registrationCode(), redirect: "https://portal.example/")
        #expect(try await browser.open(named).heading == "The app's address is not registered")
        for wrong in ["javascript://x/%0aalert(1)", "data://x", "no url"] {
            let answer = try await client.administer(.put, "requestors/REF30", #"{"defaultRedirectURL":"\#(wrong)"}"#)
            #expect(answer.status == 400 && answer.message?.hasPrefix("defaultRedirectURL") == true)
        }
    }

    @Test("domain_name must be a registered domain")
    mutating func domains() async throws {
        let code = try await client.registrationCode()
        for (domain, isTaken) in [
            ("example.com", true), ("www.EXAMPLE.com", true), ("example.org", false), ("", false), ("com", false),
            ("notexample.com", false), ("example.com/x", false),
        ] {
            let page = try await browser.open(WalkingBrowser.loginAddress(code: code, domain: domain))
            #expect((page.status == 200) == isTaken, "\(domain)")
            #expect(isTaken || page.text.contains("domain_name"))
        }
    }

    @Test("an app whose statement was revoked cannot log anybody in")
    mutating func revoked() async throws {
        let statement = try await client.statement()
        let app = try await client.registered(with: statement.token)
        let code = try await app.registrationCode()
        #expect(try await client.administer(.delete, "statements/\(statement.id)").status == 204)
        let page = try await browser.open(WalkingBrowser.loginAddress(code: code))
        #expect(page.status == 400 && page.text.contains("may no longer act for Reference 30"))
    }
}
