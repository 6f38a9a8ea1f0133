import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// The start page and the API page in a real browser, and the API page's examples in a real shell.
@Suite("The start page and the API page, used", .daemonLogs)
struct StartPageUseTests {
    @Test("the start page leads everywhere; an operation opens by keyboard, and its example is in the accessibility tree")
    func use() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 1_100, height: 900)
                try await page.disableScripts()
                try await page.open("\(daemons.serviceURL)/")
                #expect(
                    try await page.accessibleNames(of: "link").isSuperset(of: ["Dashboard", "Activate a TV", "API", "Health"]))
                try await page.savePicture("start")
                try await page.press("API")
                try await page.wait(forText: "API of entitlementd")
                #expect(try await page.accessibleNames(of: "navigation") == ["Groups of calls"])
                #expect(try await page.accessibleNames(of: "heading").contains("GET /health"))
                _ = try await page.evaluate(
                    "document.querySelector('#readHealth').closest('details').querySelector('summary').focus()")
                try await page.pressEnter()
                try await page.wait(forText: #"curl -s "$VSASIM_SERVICE_URL/health""#)
                try await page.savePicture("docs")
                let phone = try await browser.newPage(width: 360, height: 740)
                try await phone.emulate(dark: true)
                for (path, name) in [("", "start-phone-dark"), ("docs#addFault", "docs-phone-dark")] {
                    try await phone.open("\(daemons.serviceURL)/\(path)")
                    #expect(try await !phone.isTooWide, "\(path)")
                    try await phone.savePicture(name)
                }
                #expect(try await phone.evaluate("document.querySelector('#addFault').closest('details').open").bool == true)
            }
        }
    }

    @Test("the examples run unchanged in a shell: every call of the administration that only reads, and those without a token")
    func examples() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            var visitor = PageVisitor(service: daemons.serviceURL)
            try await visitor.open("/docs")
            let commands = visitor.page.html.matches(
                of: /<pre tabindex="0" aria-label="Example of ([A-Z]+ [^"]*)">([^<]*)<\/pre>/
            )
            .map { (name: String($0.output.1), command: PageVisitor.Page.text($0.output.2)) }
            #expect(commands.count > 140)
            let runnable = commands.filter { name, command in
                name.hasPrefix("GET ") && !name.contains("{") && !command.contains("ACCESS_TOKEN") && !name.contains("/dashboard")
                    && [
                        "/admin/v1/", "/health", "/metrics", "/openapi.json", "/docs", "/activate", "/saml/metadata",
                        "/media-token",
                    ]
                    .contains { name.dropFirst(4).hasPrefix($0) } && !name.hasSuffix("/activate/done")
                    && !name.hasSuffix("/activate/login") && !name.hasSuffix("/activate/providers")
            }
            #expect(runnable.count > 25)
            for (name, command) in runnable {
                let script = command.replacing("curl -s", with: "curl -sf -o /dev/null -w '%{http_code}'")
                let result = try await daemons.run(
                    "sh", ["-c", script], environment: ["VSASIM_ADMIN_TOKEN": daemons.adminToken])
                #expect(result.exit == .exited(0) && result.output == "200", "\(name): \(result)\n\(command)")
            }
        }
    }
}
