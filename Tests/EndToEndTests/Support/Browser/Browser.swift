import PrivateSession
import ProjectTesting
import Synchronization
import TVWorld
import Testing

/// A real Chromium without a window. It resolves no names: only this machine's services are reached.
final class Browser: Sendable {
    /// The folder that it writes into, which every process of it names in its command line or descends from one that does.
    let folder: String
    private let tools: DevTools
    private let pages = Mutex<[BrowserPage]>([])

    private init(tools: DevTools, folder: String) {
        self.tools = tools
        self.folder = folder
    }

    /// Runs an operation with a browser, which is gone afterwards with everything that it started and wrote.
    ///
    /// Errors of the pages' scripts, breaches of their Content-Security-Policy and missing files fail the test, unless a page was
    /// told to expect them. When the operation throws, pictures of the pages are attached to the test.
    ///
    /// - Throws: what the operation throws, or why Chromium did not start.
    static func with<Value>(_ operation: (Browser) async throws -> Value) async throws -> Value {
        try await Workspace.with { workspace in
            let log = workspace.folder.path("chromium.log")
            let folder = try workspace.folder.makeFolder("chromium")
            let process = try ChildProcess.start(
                "chromium",
                arguments: arguments + ["--user-data-dir=\(folder)", "about:blank"],
                environment: workspace.environment, standardOutput: .file(log), standardError: .file(log), hasChannel: true)
            let tools = DevTools(channel: try #require(process.channel))
            let reading = Task { await tools.run() }
            let browser = Browser(tools: tools, folder: folder)
            do {
                let value = try await operation(browser)
                for page in browser.pages.withLock({ $0 }) {
                    for problem in await page.problems { Issue.record("the page has a problem: \(problem)") }
                }
                await browser.end(process, reading)
                return value
            } catch {
                await browser.attachPictures()
                await browser.end(process, reading)
                throw error
            }
        }
    }

    private static let arguments = [
        "--headless=new", "--remote-debugging-pipe",
        // Without it Chromium refuses to run as root, and in containers without user namespaces.
        "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-default-browser-check",
        "--disable-extensions", "--disable-sync", "--disable-background-networking", "--disable-component-update",
        "--disable-breakpad", "--disable-client-side-phishing-detection", "--metrics-recording-only", "--no-pings",
        "--password-store=basic", "--hide-scrollbars", "--lang=en-US", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        // A page from this cache reports no load, so that going back could not be awaited.
        "--disable-features=BackForwardCache,Translate,MediaRouter,OptimizationHints",
    ]

    private func end(_ process: ChildProcess, _ reading: Task<Void, Never>) async {
        _ = try? await within(.seconds(5), "answer to Browser.close") { [tools] in try await tools.call("Browser.close") }
        _ = await process.wait(atMost: .seconds(5))
        await process.terminate(grace: .seconds(1))
        reading.cancel()
        await reading.value
    }

    /// Opens an empty page in a browser context of its own: it shares no cookies with other pages, unless one is given.
    ///
    /// - Parameters:
    ///   - width: in CSS pixels; 360 is a phone's.
    ///   - other: the page whose cookies it shares.
    /// - Throws: `DevTools.Failure`.
    func newPage(width: Int = 1_000, height: Int = 800, sharingWith other: BrowserPage? = nil) async throws -> BrowserPage {
        let context: String
        if let other {
            context = other.context
        } else {
            context = try await tools.call("Target.createBrowserContext")["browserContextId"]?.text ?? ""
        }
        let target =
            try await tools.call(
                "Target.createTarget", ["url": "about:blank", "browserContextId": .string(context)])["targetId"]?.text ?? ""
        let session =
            try await tools.call(
                "Target.attachToTarget", ["targetId": .string(target), "flatten": true])["sessionId"]?.text ?? ""
        let page = BrowserPage(tools: tools, context: context, target: target, session: session)
        pages.withLock { $0.append(page) }
        try await page.prepare()
        try await page.resize(width: width, height: height)
        return page
    }

    private func attachPictures() async {
        for (number, page) in pages.withLock({ $0 }).enumerated() {
            guard let picture = try? await within(.seconds(10), "picture", { try await page.picture() }) else { continue }
            Attachment.record(picture, named: "page-\(number + 1).png")
        }
    }
}
