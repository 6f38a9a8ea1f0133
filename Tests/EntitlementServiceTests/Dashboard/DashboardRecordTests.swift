import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("The dashboard's sessions, passes, rules and requestors")
struct DashboardRecordTests {
    @Test("a session is listed with its time left, shown, and revoked")
    func sessions() async throws {
        try await Fixture().test { client in
            let app = try await client.registered()
            try await app.signIn()
            let browser = DashboardBrowser(client)
            let list = try await browser.get("/dashboard/sessions?requestor=REF30&mvpd=AlphaCable&state=in-force").text
            #expect(list.contains("u-1001-alice") && list.contains(">30 d<") && list.contains("1 session<"))
            #expect(try await browser.get("/dashboard/sessions?state=ended").text.contains("u-1001-alice") == false)
            let path = try #require(
                list.components(separatedBy: "href=\"/dashboard/sessions/").last.map { $0.prefix { $0 != "\"" } })
            let one = try await browser.get("/dashboard/sessions/\(path)")
            #expect(one.status == 200 && one.text.contains("device-1"))
            let revoked = try await browser.submit("/dashboard/sessions/\(path)/revoke", [:])
            #expect(revoked.text.contains("The session was revoked"))
            #expect(try await app.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 404)
            #expect(try await browser.get("/dashboard/sessions/\(path)").status == 404)
            #expect(try await browser.submit("/dashboard/sessions/\(path)/revoke", [:]).status == 404)
        }
    }

    @Test(
        "wrong filters are reported by name",
        arguments: [
            ("state=gone", "&quot;State&quot; takes ", 400), ("mvpd=Nobody", "Nobody", 404), ("cursor=x", "cursor", 400),
            ("codes=x", "codes", 400),
        ])
    func filters(query: String, word: String, status: Int) async throws {
        try await Fixture().test { client in
            let answer = try await client.get("/dashboard/sessions?\(query)")
            #expect(answer.status == status && answer.text.element(id: "problem")?.contains(word) == true)
        }
    }

    @Test("a degradation rule is added, shown and removed")
    func rules() async throws {
        try await Fixture().testBrowser { browser in
            let added = try await browser.submit(
                "/dashboard/rules",
                [
                    "kind": "authz-none", "requestor": "REF30", "mvpd": "AlphaCable", "platform": "ios",
                    "resources": "news, kids", "expiresIn": "3600", "message": "Later <please>",
                ])
            #expect(added.text.contains("AuthZNone") && added.text.contains("Later &lt;please&gt;") && added.text.contains("1 h"))
            let path = try #require(added.text.firstMatch(of: /action="\/dashboard\/rules\/([^"]+)"/)).1
            let removed = try await browser.submit("/dashboard/rules/\(path)", [:])
            #expect(removed.text.contains("The degradation rule was removed."))
            #expect(try await browser.submit("/dashboard/rules/\(path)", [:]).status == 404)
        }
    }

    @Test(
        "a wrong rule is not added, and the message names the field as its label does",
        arguments: [
            ("kind", "none", "Rule"), ("kind", "", "Rule"), ("requestor", "", "Requestor"), ("mvpd", "", "Provider"),
            ("platform", "roku", "Platform"), ("expiresIn", "0", "Duration"), ("expiresIn", "soon", "Duration"),
            ("resources", "news, kids news", "Resources"),
        ])
    func wrongRules(field: String, value: String, label: String) async throws {
        try await Fixture().test { client in
            var fields = ["kind": "authz-all", "requestor": "REF30", "mvpd": "AlphaCable"]
            fields[field] = value
            let answer = try await DashboardBrowser(client).submit("/dashboard/rules", fields)
            #expect(answer.status == 400 && answer.text.element(id: "problem")?.hasPrefix("&quot;\(label)&quot; ") == true)
            #expect(answer.text.contains("No rules."))
        }
    }

    @Test("temporary passes are listed and reset; empty lists are reported")
    func passes() async throws {
        try await Fixture().testBrowser { browser in
            #expect(try await browser.get("/dashboard/passes").text.contains("TempPass"))
            let reset = try await browser.submit("/dashboard/passes/reset", ["requestor": "REF30", "mvpd": "TempPass"])
            #expect(reset.text.contains("The temporary pass was reset for all devices"))
            let wrong = try await browser.submit("/dashboard/passes/reset", ["requestor": "REF30", "mvpd": "Nobody"])
            #expect(wrong.status >= 400 && wrong.text.element(id: "problem") != nil)
        }
    }

    @Test("a field that cannot be decoded is rejected by its name, and does not widen a reset to all devices, or a list to all")
    func unreadableFields() async throws {
        try await Fixture().testBrowser { browser in
            let token = try #require(DashboardBrowser.formToken(in: try await browser.get("/dashboard/passes").text))
            let reset = try await browser.send(
                .post, "/dashboard/passes/reset", body: "form_token=\(token)&requestor=REF30&mvpd=TempPass&device=%FF")
            #expect(reset.status == 400)
            #expect(reset.text.element(id: "problem") == "device takes UTF-8, percent-encoded.")
            let list = try await browser.get("/dashboard/sessions?requestor=%FF")
            #expect(list.status == 400)
            #expect(list.text.element(id: "problem") == "&quot;Requestor&quot; takes UTF-8, percent-encoded.")
        }
    }

    @Test("passes that do not fit on the page are on the next one; a wrong place in the list is reported")
    func manyPasses() async throws {
        let fixture = try await Fixture()
        let engine = fixture.environment.engine
        let started: [any StoredRecord] = (1...101).map { number in
            StartedTemporaryPass(
                id: "pass-\(number)", requestor: "REF30", mvpd: "TempPass", deviceID: "tv-\(number).", startedAt: 1_000,
                expiresAt: 2_000)
        }
        try await engine.replaceEverything(with: try await engine.store.everything() + started)
        try await fixture.testBrowser { browser in
            let first = try await browser.get("/dashboard/passes").text
            #expect(first.contains("tv-101.") && first.contains("tv-2.") && !first.contains("tv-1."))
            let next = try #require(first.firstMatch(of: /href="([^"]+)" rel="next"/).map { String($0.1) })
            let second = try await browser.get(next).text
            #expect(second.contains("tv-1.") && !second.contains("tv-2.") && !second.contains("rel=\"next\""))
            let wrong = try await browser.get("/dashboard/passes?cursor=x")
            #expect(wrong.status == 400 && wrong.text.element(id: "problem")?.contains("cursor") == true)
        }
    }

    @Test("a custom scheme is generated and removed; a wrong certificate is not added")
    func requestors() async throws {
        let fixture = try await Fixture()
        try await fixture.testBrowser { browser in
            let generated = try await browser.submit("/dashboard/requestors/schemes", ["requestor": "REF60"])
            #expect(generated.text.contains("A custom scheme was generated."))
            let schemes = fixture.environment.engine.read { $0.world.requestor(id: "REF60")?.customSchemes ?? [] }
            #expect(schemes.count == 2)
            let removed = try await browser.submit(
                "/dashboard/requestors/schemes/remove", ["requestor": "REF60", "scheme": try #require(schemes.last)])
            #expect(removed.text.contains("The custom scheme was removed."))
            let wrong = try await browser.submit(
                "/dashboard/requestors/certificates", ["requestor": "REF30", "certificate": "no PEM <b>"])
            #expect(wrong.status == 400 && wrong.text.element(id: "problem")?.hasPrefix("&quot;Certificate&quot; ") == true)
            #expect(wrong.text.contains("no PEM &lt;b&gt;") && wrong.text.contains("No certificates."))
            #expect(try await browser.submit("/dashboard/requestors/schemes", ["requestor": "REF99"]).status == 404)
        }
    }

    @Test("the page that rejects a wrong certificate keeps the choice to encrypt user metadata with it")
    func certificateUse() async throws {
        try await Fixture().testBrowser { browser in
            for use in [nil, "on"] {
                var fields = ["requestor": "REF30", "certificate": "no PEM"]
                fields["encryptsMetadata"] = use
                let wrong = try await browser.submit("/dashboard/requestors/certificates", fields)
                #expect(
                    wrong.status == 400 && wrong.text.contains("name=\"encryptsMetadata\" value=\"on\" checked>") == (use != nil))
            }
        }
    }

    @Test("usage has a chart and a table for each count")
    func usage() async throws {
        try await Fixture().test { client in
            try await client.signInAgain()
            let page = try await client.get("/dashboard/usage").text
            #expect(page.count(of: "<svg") == 10 && page.contains("1 in 24 hours, at most 1 in one hour"))
            #expect(page.count(of: "<rect") == 240 && page.count(of: "<tr>") == 25)
        }
    }
}
