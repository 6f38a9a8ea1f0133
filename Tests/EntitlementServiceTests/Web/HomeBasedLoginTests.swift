import EntitlementCore
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("A login at a provider that knows its subscribers' homes", .app { $0.providers[0].isHomeBased = true })
struct HomeBasedLoginTests {
    private let client = Client.current
    private var browser = Client.current.browser

    private static let away = "203.0.113.9"

    private func homeStatus() async throws -> JSON? {
        let answer = try await client.get("/api/v1/tokens/usermetadata?format=json&requestor=REF30&deviceId=device-1")
        return answer.json["data"]?["hba_status"]
    }

    @Test("at home without a prompt: directly back to the app, with hba_status and the shorter lifetime; away it is denied")
    mutating func atHome() async throws {
        let page = try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        #expect(page.heading == "You are logged in" && browser.cookies["vsasim_mvpd_alpha.example_4711"] == nil)
        #expect(try await browser.submit().destination == "adobepass://ios.app")
        #expect(try await homeStatus() == true)
        let token = try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1")
        #expect(token.json["userId"] == "u-1001-alice")
        #expect(token.json["expires"]?.text == String((client.fixture.clock.seconds() + 86_400) * 1_000))
        let path = "/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=news"
        #expect(try await client.get(path).status == 200)
        let denied = try await client.send(.get, path, headers: [HTTPField.Name("X-Forwarded-For")!: Self.away])
        #expect(denied.status == 403 && denied.code == "authorization_denied_by_hba_policies")
        let journal = try await client.administer(.get, "journal")
        #expect(journal.text.contains(#""event":"provider.logged-in""#) && journal.text.contains(#""home":"true""#))
    }

    @Test("away from home, by address or by the integration's setting, there is a login page, and hba_status is false")
    mutating func awayFromHome() async throws {
        browser.address = Self.away
        let address = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        #expect(try await browser.open(address).heading == "Log in to Alpha Cable")
        #expect(try await browser.logIn(address, as: "bob").destination == "adobepass://ios.app")
        #expect(try await homeStatus() == false)
        let path = "/api/v1/authorize?requestor=REF30&deviceId=device-1&resource=news"
        let answer = try await client.send(.get, path, headers: [HTTPField.Name("X-Forwarded-For")!: Self.away])
        #expect(answer.status == 200)
        #expect(try await client.administer(.put, "integrations/REF30/AlphaCable", #"{"away":true}"#).status == 200)
        var second = WalkingBrowser(browser.client)
        let again = WalkingBrowser.loginAddress(code: try await client.registrationCode())
        #expect(try await second.open(again).heading == "Log in to Alpha Cable")
        let journal = try await client.administer(.get, "journal")
        #expect(journal.text.contains(#""event":"provider.logged-in""#) && !journal.text.contains(#""home":"true""#))
    }

    @Test("a forced login prompts at home, too; a passive one needs no remembered browser there")
    mutating func forcedAndPassive() async throws {
        let code = try await client.registrationCode()
        let forced = WalkingBrowser.loginAddress(code: code, more: "&force_authn=true")
        #expect(try await browser.open(forced).heading == "Log in to Alpha Cable")
        try await browser.open(WalkingBrowser.loginAddress(code: code, more: "&is_passive=true"))
        #expect(browser.page.heading == "You are logged in")
        #expect(try await browser.submit().destination == "adobepass://ios.app")
        #expect(try await homeStatus() == true)
    }

    @Test(
        "a suspended subscriber is rejected with a page, also at home",
        .app {
            $0.providers[0].isHomeBased = true
            $0.subscribers[0].isSuspended = true
        })
    mutating func suspendedHome() async throws {
        try await browser.open(WalkingBrowser.loginAddress(code: try await client.registrationCode()))
        let page = try await browser.submit()
        #expect(page.status == 403 && page.heading == "The TV provider did not log you in")
    }
}
