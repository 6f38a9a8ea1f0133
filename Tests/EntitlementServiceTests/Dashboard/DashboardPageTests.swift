import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's pages")
struct DashboardPageTests {
    @Test(
        "every page has one h1, the landmarks, a title, and no inline script or style", arguments: DashboardSection.allCases)
    func structure(section: DashboardSection) async throws {
        try await Fixture().test { client in
            try await client.signInAgain()
            let answer = try await client.get(section.path)
            #expect(answer.status == 200)
            let page = answer.text
            #expect(page.count(of: "<h1") == 1 && page.count(of: "<main") == 1 && page.count(of: "<header") == 1)
            #expect(page.count(of: "aria-current=\"page\"") == 1)
            #expect(!page.contains("style=\"") && !page.contains("<style") && !page.contains("onclick"))
            #expect(page.count(of: "<script") == page.count(of: "<script src=\"/assets/"))
            #expect(answer.headers[.contentSecurityPolicy]?.contains("script-src 'self'") == true)
            // Every field has a label, every table its headers, every switch a description.
            for part in page.components(separatedBy: "<input ").dropFirst() where !part.hasPrefix("type=\"hidden\"") {
                let tag = part.prefix { $0 != ">" }
                guard !tag.hasPrefix("type=\"checkbox\"") else { continue }
                let id = tag.components(separatedBy: "id=\"").dropFirst().first.map { $0.prefix { $0 != "\"" } }
                #expect(page.contains("<label for=\"\(try #require(id))\""))
            }
            #expect(page.count(of: "<table") == page.count(of: "<caption"))
            #expect(page.count(of: "role=\"switch\"") == page.count(of: "aria-checked="))
        }
    }

    @Test("what callers send is escaped")
    func escaping() async throws {
        try await Fixture().test { client in
            let bad = "<b onclick=x>\"'"
            _ = try await client.administer(.put, "integrations/\(Client.encode(bad))/AlphaCable", #"{"enabled":true}"#)
            let page = try await client.get("/dashboard/live").text
            #expect(page.contains("&lt;b onclick=x&gt;") && !page.contains("<b onclick"))
        }
    }

    @Test("the overview shows health, address, clock and trust, and counts the sessions of both interfaces")
    func overview() async throws {
        try await Fixture().test { client in
            try await client.trust()
            let page = try await client.get("/dashboard").text
            #expect(page.contains("http://localhost<") && page.contains("2027-01-15 08:00:00 UTC"))
            #expect(page.count(of: ">trusted<") == 1 && page.contains("<dt>Active sessions</dt><dd>0</dd>"))
            let app = try await client.registered()
            _ = try await app.logIn(try await app.createSession())
            #expect(try await client.get("/dashboard").text.contains("<dt>Active sessions</dt><dd>1</dd>"))
        }
    }
}

extension Client {
    /// Signs a device in, so that pages have something to show.
    func signInAgain() async throws {
        try await registered().signIn()
    }
}
