import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's forms")
struct DashboardFormTests {
    private static let alpha = "/dashboard/integrations/REF30/AlphaCable"

    private func integration(_ browser: DashboardBrowser) -> Integration? {
        browser.client.fixture.environment.engine.read { $0.world.integration(requestor: "REF30", mvpd: "AlphaCable") }
    }

    private func statements(_ browser: DashboardBrowser) -> [SoftwareStatement] {
        browser.client.fixture.environment.engine.read { Array($0.statements.values) }
    }

    /// Sends the form of the integration.
    private func save(_ fields: [String: String], _ browser: DashboardBrowser) async throws -> Client.Answer {
        try await browser.submit(Self.alpha, fields, from: "/dashboard/integrations")
    }

    @Test("switches take effect at once, and the page reports the change")
    func switches() async throws {
        try await Fixture().testBrowser { browser in
            let app = try await browser.client.registered()
            let off = try await save(["enabled": "false"], browser)
            #expect(off.text.element(id: "notice")?.hasSuffix("the integration is off now.") == true)
            #expect(try await app.get("/api/v1/config/REF30").text.contains("AlphaCable") == false)
            _ = try await save(["enabled": "true"], browser)
            #expect(try await app.get("/api/v1/config/REF30").text.contains("AlphaCable"))
            _ = try await save(["sso.ios": "false"], browser)
            #expect(integration(browser)?.singleSignOn == [.tvos])
            let saved = try await save(["degraded": "authz-all", "authnTTL": "60", "authzTTL": ""], browser)
            #expect(saved.text.contains("Degraded: AuthZAll"))
            #expect(integration(browser)?.degradation == .authorizeAll && integration(browser)?.authenticationLifetime == 60)
            #expect(integration(browser)?.authorizationLifetime == nil)
        }
    }

    @Test("a page shows no message that another site put into a link")
    func strangeMessages() async throws {
        try await Fixture().testBrowser { browser in
            let path = "/dashboard/requestors/schemes"
            let answer = try await browser.post(
                path, ["requestor": "REF60"],
                token: DashboardBrowser.formToken(in: try await browser.get("/dashboard/faults").text))
            let location = try #require(answer.headers[.location])
            let shown = try await browser.get(location)
            #expect(shown.text.element(id: "notice") == "A custom scheme was generated.")
            let other = location.replacingOccurrences(of: "generated", with: "stolen")
            #expect(try await browser.get(other).text.element(id: "notice") == nil)
            #expect(try await DashboardBrowser(browser.client).get(location).text.element(id: "notice") == nil)
        }
    }

    @Test("a form changes only what was edited, and nothing that another user has changed since")
    func editedFields() async throws {
        try await Fixture().testBrowser { browser in
            let page = try await browser.get("/dashboard/integrations").text
            #expect(page.contains("name=\"shown\" value=\"none;;;;;;\""))
            _ = try await browser.client.administer(
                .put, "integrations/REF30/AlphaCable", #"{"degraded":"authn-all","authnTTL":600}"#)
            let fields = ["degraded": "none", "authnTTL": "", "authzTTL": "900", "shown": "none;;;;;;"]
            #expect(try await save(fields, browser).status == 200)
            let changed = integration(browser)
            #expect(changed?.degradation == .authenticateAll && changed?.authenticationLifetime == 600)
            #expect(changed?.authorizationLifetime == 900)
            let same = try await save(["authzTTL": "900", "shown": "authn-all;600;;;900;;"], browser)
            #expect(same.text.contains("Nothing was changed.") && integration(browser) == changed)
        }
    }

    @Test("a lifetime is set for all platforms or for one; left empty, it is inherited again")
    func lifetimes() async throws {
        try await Fixture().testBrowser { browser in
            let empty = [
                "authnTTL", "authzTTL", "platformAuthnTTL.ios", "platformAuthnTTL.tvos", "platformAuthzTTL.ios",
                "platformAuthzTTL.tvos",
            ].reduce(into: ["degraded": "none"]) { $0[$1] = "" }
            let set = ["authnTTL": "7200", "platformAuthnTTL.tvos": "3600", "platformAuthzTTL.ios": "60"]
            let page = try await save(empty.merging(set) { $1 }, browser)
            #expect(page.status == 200)
            #expect(integration(browser)?.authenticationLifetime == 7_200)
            #expect(integration(browser)?.platformAuthenticationLifetimes == [.tvos: 3_600])
            #expect(integration(browser)?.platformAuthorizationLifetimes == [.ios: 60])
            #expect(page.text.contains("value=\"3600\"") && page.text.contains("now 2 h, the integration"))
            #expect(try await save(empty, browser).status == 200)
            #expect(integration(browser) == Integration(requestor: "REF30", mvpd: "AlphaCable"))
        }
    }

    @Test("spaces that were copied with a lifetime do not count")
    func blanks() async throws {
        try await Fixture().testBrowser { browser in
            let set = try await save(["authnTTL": " 7200 ", "authzTTL": " "], browser)
            #expect(set.status == 200 && integration(browser)?.authenticationLifetime == 7_200)
            #expect(integration(browser)?.authorizationLifetime == nil)
            let same = try await save(["authnTTL": "7200 ", "shown": "none;7200;;;;;"], browser)
            #expect(same.text.contains("Nothing was changed."))
        }
    }

    @Test(
        "a wrong field changes nothing, and the message names it",
        arguments: [
            ("enabled", "perhaps", "enabled"), ("enabled", "", "enabled"), ("sso.ios", "1", "sso.ios"),
            ("degraded", "all", "Degradation"), ("authnTTL", "soon", "Authentication lifetime"),
            ("authnTTL", "0", "takes seconds from 1 to 3155760000, or nothing."), ("authzTTL", "-1", "Authorization lifetime"),
            ("authzTTL", "99999999999", "Authorization lifetime"), ("authzTTL", "1e3", "Authorization lifetime"),
            ("authnTTL", "\"><b>", "Authentication lifetime"), ("platformAuthnTTL.ios", "0", "Authentication lifetime on "),
            ("platformAuthzTTL.tvos", "soon", "Authorization lifetime on "),
        ])
    func wrongFields(field: String, value: String, word: String) async throws {
        try await Fixture().testBrowser { browser in
            let before = integration(browser)
            let answer = try await save([field: value], browser)
            #expect(answer.status == 400)
            #expect(answer.text.element(id: "problem")?.contains(word) == true)
            #expect(answer.text.contains("id=\"problem\" role=\"alert\"") && !answer.text.contains("\"><b>"))
            #expect(integration(browser) == before)
        }
    }

    @Test("unknown requestors and providers are reported", arguments: ["REF99/AlphaCable", "REF30/Nobody"])
    func unknown(path: String) async throws {
        try await Fixture().testBrowser { browser in
            let answer = try await browser.submit("/dashboard/integrations/\(path)", ["enabled": "true"])
            #expect(answer.status == 404 && answer.text.element(id: "problem")?.contains("unknown") == true)
        }
    }

    @Test("a form that another site sends changes nothing")
    func foreignForms() async throws {
        try await Fixture().testBrowser { browser in
            let before = integration(browser)
            let token = DashboardBrowser.formToken(in: try await browser.get("/dashboard/integrations").text)
            for wrong in [nil, "", String(repeating: "0", count: 40)] {
                #expect(try await browser.post(Self.alpha, ["enabled": "false"], token: wrong).status == 403)
            }
            // The right token of another browser.
            let other = DashboardBrowser(browser.client)
            _ = try await other.get("/dashboard")
            #expect(try await other.post(Self.alpha, ["enabled": "false"], token: token).status == 403)
            #expect(integration(browser) == before)
        }
    }

    @Test("an application is registered, downloaded and revoked")
    func applications() async throws {
        try await Fixture().testBrowser { browser in
            let created = try await browser.submit(
                "/dashboard/applications",
                [
                    "name": "Player <1>", "requestor": "REF30", "platforms.ios": "on", "schemes": "adbe.one, adbe.two",
                    "scope": "api:client:v2",
                ])
            #expect(created.text.contains("Player &lt;1&gt; was registered."))
            let statement = try #require(statements(browser).first)
            #expect(statement.platforms == [.ios] && statement.schemes == ["adbe.one", "adbe.two"])
            #expect(statement.scopes == ["api:client:v2"])
            let file = try await browser.get("/dashboard/applications/\(statement.id)/statement")
            #expect(file.text == statement.token && file.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(file.headers[.contentDisposition] == "attachment; filename=\"statement-\(statement.id).jwt\"")
            #expect(try await browser.client.register(file.text).status == 201)
            let revoked = try await browser.submit("/dashboard/applications/\(statement.id)/revoke", [:])
            #expect(revoked.text.contains("was revoked") && revoked.text.contains(">revoked<"))
            #expect(try await browser.client.register(file.text).status != 201)
        }
    }

    @Test(
        "a wrong application is not registered, and the message names the field",
        arguments: [
            (["requestor": "REF99"], "REF99"), (["requestor": ""], "Requestor&quot; takes"),
            (["schemes": "1:bad"], "URL schemes&quot; takes"),
            (["schemes": "my.app https"], "belong in domains"), (["domains": "a b_c"], "Domains&quot; takes"),
            (["scope": "api:client:v3"], "Interfaces&quot; takes"), (["platforms.ios": ""], "Platforms&quot; takes"),
            (["name": String(repeating: "x", count: 300)], "Name&quot; takes"), (["name": ""], "Name&quot; takes"),
        ])
    func wrongApplications(change: [String: String], word: String) async throws {
        try await Fixture().testBrowser { browser in
            var fields = ["name": "Player", "requestor": "REF30", "platforms.ios": "on"].merging(change) { $1 }
            if fields["platforms.ios"] == "" { fields["platforms.ios"] = nil }
            let answer = try await browser.submit("/dashboard/applications", fields)
            #expect([400, 404].contains(answer.status))
            #expect(answer.text.element(id: "problem")?.contains(word) == true)
            #expect(statements(browser).isEmpty)
        }
    }

    @Test("an application's name is not blank, and is stored without surrounding spaces")
    func applicationName() async throws {
        try await Fixture().testBrowser { browser in
            let page = try await browser.get("/dashboard/applications").text
            #expect(page.contains("name=\"name\" value=\"\" autocomplete=\"off\" required>"))
            let fields = ["requestor": "REF30", "platforms.ios": "on"]
            for name in ["   ", "\t"] {
                let wrong = try await browser.submit("/dashboard/applications", fields.merging(["name": name]) { $1 })
                #expect(wrong.status == 400)
                #expect(wrong.text.element(id: "problem")?.contains("&quot;Name&quot; takes") == true, "\(wrong.text)")
            }
            let named = try await browser.submit("/dashboard/applications", fields.merging(["name": " Player "]) { $1 })
            #expect(named.status == 200 && named.text.contains("Player was registered."), "\(named.text)")
            #expect(statements(browser).map(\.name) == ["Player"])
        }
    }

    @Test("an unknown identifier has no statement and cannot be revoked")
    func unknownApplication() async throws {
        try await Fixture().testBrowser { browser in
            let file = try await browser.get("/dashboard/applications/nobody/statement")
            #expect(file.status == 404)
            #expect(try await browser.submit("/dashboard/applications/nobody/revoke", [:]).status == 404)
        }
    }
}
