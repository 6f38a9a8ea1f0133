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

    /// Runs an operation with the browser that tests share, because each process of Chromium takes seconds of processor time to
    /// start. The operation's pages have their own contexts, which are removed afterwards.
    ///
    /// Errors of the pages' scripts, violations of their Content-Security-Policy and missing files fail the test, unless a page
    /// is set to expect them. When the operation throws, screenshots of the pages are attached to the test.
    ///
    /// - Throws: The errors of the operation, or the reason why Chromium did not start.
    static func with<Value>(_ operation: (Browser) async throws -> Value) async throws -> Value {
        let chromium = try await SharedChromium.shared.running()
        return try await run(Browser(tools: chromium.tools, folder: chromium.folder), operation)
    }

    /// The same with a separate process, which is removed afterwards with everything that it started and wrote.
    static func withOwnProcess<Value>(_ operation: (Browser) async throws -> Value) async throws -> Value {
        let chromium = try Chromium.start()
        do {
            let value = try await run(Browser(tools: chromium.tools, folder: chromium.folder), operation)
            await chromium.end()
            return value
        } catch {
            await chromium.end()
            throw error
        }
    }

    private static func run<Value>(
        _ browser: Browser, _ operation: (Browser) async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await operation(browser)
            for page in browser.pages.withLock({ $0 }) {
                for problem in await page.problems { Issue.record("the page has a problem: \(problem)") }
            }
            await browser.closePages()
            return value
        } catch {
            await browser.attachPictures()
            await browser.closePages()
            throw error
        }
    }

    private func closePages() async {
        for context in Set(pages.withLock { $0 }.map { $0.context }) {
            _ = try? await within(.seconds(5), "answer to Target.disposeBrowserContext") { [tools] in
                try await tools.call("Target.disposeBrowserContext", ["browserContextId": .string(context)])
            }
        }
    }

    /// Opens an empty page in a new browser context: it shares no cookies with other pages, unless one is given.
    ///
    /// - Parameters:
    ///   - width: In CSS pixels; 360 is a phone's.
    ///   - other: The page whose cookies it shares.
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
