import EntitlementCore
import EntitlementService
import HTTPTypes
import SAML
import TVWorld
import Testing

@Suite("Logins that cannot be")
struct WebLoginRefusalTests {
    @Test("an unknown code, none, one of another channel, one that has ended: 400 and a page without a link")
    func codes() async throws {
        try await WebLoginTests.test { client, browser in
            let other = try await client.registrationCode("REF60")
            let ended = try await client.registrationCode()
            client.fixture.clock.advance(seconds: 1_800)
            for code in ["ABCDEFG", "", "%22%3E%3Cscript%3E", other, ended] {
                let page = try await browser.open(WalkingBrowser.loginAddress(code: code))
                #expect(page.status == 400 && page.heading == "This code cannot be used", "\(code)")
                #expect(page.links.isEmpty && page.text.contains("get a new code") && !page.html.contains("<script"))
            }
        }
    }

    @Test("an unknown channel, an unknown provider, one that is off, none")
    func wrongProvider() async throws {
        try await WebLoginTests.test { client, browser in
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
    }

    @Test("a temporary pass has no login page")
    func temporaryPass() async throws {
        try await WebLoginTests.test { client, browser in
            let address = WalkingBrowser.loginAddress(code: try await client.registrationCode(), mvpd: "TempPass")
            let page = try await browser.open(address)
            #expect(page.status == 400 && page.text.contains("Temp Pass is a temporary pass: it has no login page."))
            #expect(page.links["Back to the app"] == "adobepass://ios.app")
        }
    }

    @Test(
        "addresses that a login may end at",
        arguments: [
            "adobepass://ios.app", "adbe.example://", "adbe.example://done?x=1#y", "ADBE.Example://done", "https://example.com",
            "https://example.com/path?q=1", "https://www.example.com:8443/", "http://localhost.example.com/",
            "http://EXAMPLE.com",
        ])
    func redirectAccepted(address: String) async throws {
        try await WebLoginTests.test { client, browser in
            let code = try await client.registrationCode()
            let page = try await browser.open(WalkingBrowser.loginAddress(code: code, redirect: address))
            #expect(page.heading == "Log in to Alpha Cable")
        }
    }

    @Test("no open redirect: other addresses are refused before anything else, and no page links to them")
    func redirectRefused() async throws {
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
        try await WebLoginTests.test { client, browser in
            let code = try await client.registrationCode()
            for address in addresses {
                let page = try await browser.open(WalkingBrowser.loginAddress(code: code, redirect: address))
                #expect(page.status == 400 && page.heading == "The app's address is not registered", "\(address)")
                #expect(page.links.isEmpty && page.destination == nil)
            }
        }
    }

    @Test("the schemes are those of the app's own statement")
    func schemesOfTheStatement() async throws {
        try await WebLoginTests.test { client, browser in
            let answer = try await client.administer(.post, "statements", #"{"requestor":"REF30","scheme":"own.scheme"}"#)
            let registration = try await client.register(try #require(answer.json["statement"]?.text))
            var app = client
            app.accessToken = try #require(try await client.token(registration).json["access_token"]?.text)
            let address = "own.scheme://done"
            let own = WalkingBrowser.loginAddress(code: try await app.registrationCode(), redirect: address)
            #expect(try await browser.logIn(own).destination == address)
            let other = WalkingBrowser.loginAddress(code: try await client.registrationCode(), redirect: address)
            #expect(try await browser.open(other).heading == "The app's address is not registered")
        }
    }

    @Test("domain_name has to be a registered domain")
    func domains() async throws {
        try await WebLoginTests.test { client, browser in
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
    }

    @Test("an app whose statement was revoked cannot log anybody in")
    func revoked() async throws {
        try await WebLoginTests.test { client, browser in
            let statement = try await client.statement()
            let registration = try await client.register(statement.token)
            var app = client
            app.accessToken = try #require(try await client.token(registration).json["access_token"]?.text)
            let code = try await app.registrationCode()
            #expect(try await client.administer(.delete, "statements/\(statement.id)").status == 204)
            let page = try await browser.open(WalkingBrowser.loginAddress(code: code))
            #expect(page.status == 400 && page.text.contains("may no longer act for Reference 30"))
        }
    }
}
