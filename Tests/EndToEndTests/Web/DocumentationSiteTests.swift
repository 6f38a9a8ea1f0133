import PrivateSession
import ProjectTesting
import TVWorld
import Testing

/// The site that `make docs` builds.
@Suite("The documentation as a site", .daemonLogs)
struct DocumentationSiteTests {
    @Test("It builds without a warning; a browser without a network gets everything from it, and its search finds a page")
    func site() async throws {
        try await Workspace.with { workspace in
            let folder = workspace.folder.path("site")
            try await Tool.run(
                try Python.interpreter(), [Python.script("scripts/docs"), folder], environment: workspace.environment,
                within: .seconds(120)
            ).checked()
            let server = try ChildProcess.start(
                try Python.interpreter(),
                arguments: ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder],
                environment: workspace.environment, standardOutput: .pipe, standardError: .null)
            let line = try await within(defaultDeadline, "line of the server") { await server.standardOutput.next() } ?? ""
            let address = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+/)?.output, "\(line)")
            try await look(at: String(address))
            await server.terminate(grace: .seconds(1))
        }
    }

    private func look(at address: String) async throws {
        try await Browser.with { browser in
            let page = try await browser.newPage(width: 1_300)
            try await page.open("\(address)/index.html")
            try await page.wait(forText: "Thirty seconds")
            try await page.savePicture("documentation-home")

            // Typing ends with the release of a key; the result is a link to the paragraph.
            try await page.fill("Search", "RSASSA PKCS1")
            _ = try await page.evaluate("document.activeElement.dispatchEvent(new KeyboardEvent('keyup'))")
            try await page.wait(forText: "The format of media tokens")
            try await page.savePicture("documentation-search")
            let result = try await page.evaluate("document.querySelector('.md-search-result__link')?.href ?? ''").text
            #expect(result?.contains("/docs/media-token-format.html") == true, "\(result ?? "")")

            // A manual page, a file and a page with a picture; then one on a phone.
            let texts = [
                "man/vsactl.1": "EXIT STATUS", "docs/entitlementd.yaml": "#public-url", "docs/second-screen": "checkauthn",
            ]
            for (path, text) in texts {
                try await page.open("\(address)/\(path).html")
                #expect(try await page.text.contains(text), "\(path)")
            }
            let phone = try await browser.newPage(width: 360)
            try await phone.open("\(address)/docs/glossary.html")
            try await phone.emulate(dark: true)
            #expect(try await !phone.isTooWide)
            try await phone.savePicture("documentation-phone")

            for page in [page, phone] {
                let requests = await page.requests
                #expect(requests.count > 3)
                #expect(requests.filter { !$0.hasPrefix(address) && !$0.hasPrefix("data:") && !$0.hasPrefix("blob:") } == [])
            }
        }
    }
}
