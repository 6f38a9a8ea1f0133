import Foundation
import ProjectTesting
import TVWorld

/// What a user sees on a page.
extension BrowserPage {
    /// Evaluates a JavaScript expression in the document and awaits a promise.
    ///
    /// - Returns: Its value; null for what JSON cannot represent.
    /// - Throws: ``Failure`` with the exception, `DevTools.Failure`.
    func evaluate(_ expression: String) async throws -> JSON {
        let answer = try await call(
            "Runtime.evaluate",
            [
                "expression": .string("(() => { \(PageScript.functions) return (\(expression)); })()"), "awaitPromise": true,
                "returnByValue": true, "userGesture": true,
            ])
        if let details = answer["exceptionDetails"] {
            throw Failure(description: details["exception"]?["description"]?.text ?? details["text"]?.text ?? "an exception")
        }
        return answer["result"]?["value"] ?? .null
    }

    /// Waits until an expression is true of the document, or of one that follows it.
    func waitInPage(_ what: String, _ expression: String) async throws {
        do {
            try await within(defaultDeadline, what) {
                while true {
                    do {
                        _ = try await self.evaluate("until(() => \(expression))")
                        return
                    } catch let error as DevTools.Failure where error.isNavigation {
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                }
            }
        } catch let error as DeadlinePassed {
            let seen = try? await within(.seconds(5), "text") { (try await self.url, try await self.text) }
            throw DeadlinePassed("\(error) at \(seen?.0 ?? "?"), which says:\n\(seen?.1 ?? "?")")
        }
    }

    /// The names that a screen reader announces for the elements with a role, from the browser's accessibility tree.
    func accessibleNames(of role: String) async throws -> Set<String> {
        let nodes = try await call("Accessibility.getFullAXTree")["nodes"]?.elements ?? []
        return Set(
            nodes.filter { $0["role"]?["value"]?.text == role && $0["ignored"]?.bool != true }
                .map { $0["name"]?["value"]?.text ?? "" })
    }

    /// Waits until the page contains a text; white space does not count.
    func wait(forText text: String) async throws {
        try await waitInPage(
            "text \"\(text)\"", "squeeze(document.body?.innerText).includes(squeeze(\(JSON.string(text).serialized)))")
    }

    /// Waits until the page no longer contains a text.
    func wait(untilGone text: String) async throws {
        try await waitInPage(
            "end of text \"\(text)\"", "!squeeze(document.body?.innerText).includes(squeeze(\(JSON.string(text).serialized)))")
    }

    /// Waits until the page's URL contains a text.
    func wait(forURL part: String) async throws {
        try await waitInPage("URL with \"\(part)\"", "location.href.includes(\(JSON.string(part).serialized))")
    }

    /// Waits until the browser was redirected to an app.
    ///
    /// - Returns: The URL of the last redirect.
    func waitForApp(_ scheme: String) async throws -> String {
        try await wait(for: "redirect to \(scheme)") { $0.appURLs.contains { $0.hasPrefix("\(scheme):") } }
        return appURLs.last { $0.hasPrefix("\(scheme):") } ?? ""
    }

    /// The page's URL.
    var url: String { get async throws { try await evaluate("location.href").text ?? "" } }

    /// The document's title.
    var title: String { get async throws { try await evaluate("document.title").text ?? "" } }

    /// The page's text.
    var text: String { get async throws { try await evaluate("document.body?.innerText ?? ''").text ?? "" } }

    /// The content of a field, found by its label.
    func value(of label: String) async throws -> String {
        let find = "find(\(PageScript.fields), \(JSON.string(label).serialized), null)"
        return try await evaluate("\(find)?.value").text ?? ""
    }

    /// The label or name of the focused element; empty if there is none.
    var focused: String {
        get async throws {
            try await evaluate("document.activeElement === document.body ? '' : nameOf(document.activeElement)").text ?? ""
        }
    }

    /// Whether the page overflows its width, so that a user would have to scroll horizontally.
    var isTooWide: Bool {
        get async throws {
            try await evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth").bool ?? false
        }
    }

    /// A cookie of the page.
    struct Cookie: Sendable, Equatable {
        let name: String
        let value: String
        let path: String
        let isHTTPOnly: Bool
        let isSecure: Bool
        /// `Strict`, `Lax`, `None`, or empty.
        let sameSite: String
    }

    /// The cookies of the page's browser context, including those that scripts cannot see.
    var cookies: [Cookie] {
        get async throws {
            try await tools.call("Storage.getCookies", ["browserContextId": .string(context)])["cookies"]?.elements.map {
                cookie in
                Cookie(
                    name: cookie["name"]?.text ?? "", value: cookie["value"]?.text ?? "", path: cookie["path"]?.text ?? "",
                    isHTTPOnly: cookie["httpOnly"]?.bool ?? false, isSecure: cookie["secure"]?.bool ?? false,
                    sameSite: cookie["sameSite"]?.text ?? "")
            } ?? []
        }
    }

    /// Sets the size of the page to that of a device, in CSS pixels.
    func resize(width: Int, height: Int = 800) async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(width), "height": .integer(height), "deviceScaleFactor": .integer(1),
                "mobile": .bool(width < 600),
            ])
    }

    /// Shows the page for a preference for dark or light colours.
    func emulate(dark: Bool) async throws {
        let feature = JSON(["name": "prefers-color-scheme", "value": dark ? "dark" : "light"])
        try await call("Emulation.setEmulatedMedia", ["features": .array([feature])])
    }

    /// Shows the document's text twice as large, as by a setting of the browser, and opens everything that can be opened.
    func enlarge() async throws {
        let open = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"
        _ = try await evaluate("(document.documentElement.style.fontSize = '200%', \(open))")
    }

    /// Disables the scripts of documents that are opened from now on.
    func disableScripts() async throws {
        try await call("Emulation.setScriptExecutionDisabled", ["value": true])
    }

    /// A screenshot of the whole page (PNG).
    func picture() async throws -> [UInt8] {
        let answer = try await call("Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
        return [UInt8](Data(base64Encoded: answer["data"]?.text ?? "") ?? Data())
    }

    /// Writes a screenshot of the page to the folder that `VSASIM_TEST_PICTURES` names; does nothing if it is unset.
    func savePicture(_ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["VSASIM_TEST_PICTURES"] else { return }
        let file = URL(filePath: folder).appending(path: "\(name).png")
        try Data(try await picture()).write(to: file)
    }
}
