import Foundation
import ProjectTesting
import TVWorld

/// One page (tab) of a ``Browser``.
///
/// Every member waits for what it needs, by events, for at most a minute.
actor BrowserPage {
    /// A page is not in the state that a test needs.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    nonisolated let context: String
    let tools: DevTools
    private let target: String
    private let session: String

    /// The document that the page shows, and the last one that was loaded completely.
    private var document = ""
    private var loadedDocument = ""
    /// URLs of documents, whose error statuses are not problems of the page.
    private var documents: Set<String> = []
    private var reported: [(text: String, url: String?)] = []
    private var expected: [String] = []
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var lastWaiter = 0

    /// The URLs with schemes other than HTTP to which the browser was redirected, such as `adobepass://ios.app`: where a phone
    /// would open an app. The page stays where it was.
    private(set) var appURLs: [String] = []

    /// The URLs of everything that the page requested.
    private(set) var requests: [String] = []

    init(tools: DevTools, context: String, target: String, session: String) {
        self.tools = tools
        self.context = context
        self.target = target
        self.session = session
    }

    func prepare() async throws {
        await tools.listen(to: session) { [weak self] event, parameters in await self?.take(event, parameters) }
        for domain in ["Page", "Runtime", "Log", "Network"] { try await call("\(domain).enable") }
        try await call("Page.setLifecycleEventsEnabled", ["enabled": true])
        try await call("Emulation.setFocusEmulationEnabled", ["enabled": true])
        let pattern = JSON(["requestStage": "Response", "resourceType": "Document"])
        try await call("Fetch.enable", ["patterns": .array([pattern])])
    }

    @discardableResult
    func call(_ method: String, _ parameters: [String: JSON] = [:]) async throws -> JSON {
        try await tools.call(method, parameters, session: session)
    }

    // MARK: - Problems

    /// The problems of the pages so far: errors of scripts, violations of the Content-Security-Policy, missing files.
    var problems: [String] {
        reported.filter { problem in
            !(problem.url.map { documents.contains($0) } ?? false) && !expected.contains { problem.text.contains($0) }
        }.map(\.text)
    }

    /// Marks problems that contain a text as expected.
    func expectProblem(_ text: String) { expected.append(text) }

    // MARK: - Events

    private func take(_ event: String, _ parameters: JSON) {
        switch event {
        case "Page.frameNavigated":
            guard let frame = parameters["frame"], frame["id"]?.text == target else { return }
            document = frame["loaderId"]?.text ?? ""
        case "Page.lifecycleEvent":
            guard parameters["frameId"]?.text == target, parameters["name"]?.text == "load" else { return }
            loadedDocument = parameters["loaderId"]?.text ?? ""
        case "Fetch.requestPaused": takeResponse(parameters)
        case "Network.requestWillBeSent": requests.append(parameters["request"]?["url"]?.text ?? "")
        case "Runtime.consoleAPICalled":
            guard ["error", "assert"].contains(parameters["type"]?.text) else { return }
            let texts = (parameters["args"]?.elements ?? []).map { $0["value"]?.text ?? $0["description"]?.text ?? "" }
            reported.append((texts.joined(separator: " "), nil))
        case "Runtime.exceptionThrown":
            let details = parameters["exceptionDetails"]
            reported.append((details?["exception"]?["description"]?.text ?? details?["text"]?.text ?? "an exception", nil))
        case "Log.entryAdded":
            guard let entry = parameters["entry"], entry["level"]?.text == "error" else { return }
            // Chromium requests it if a document is not a page and does not name an icon.
            guard entry["url"]?.text?.hasSuffix("/favicon.ico") != true else { return }
            let url = entry["url"]?.text
            reported.append(
                ("\(entry["text"]?.text ?? "") \(url ?? "")", entry["source"]?.text == "network" ? url : nil))
        default: return
        }
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume() }
    }

    /// Forwards a document's response; a redirect to an app ends here, as Chromium would ask the user for the app.
    private func takeResponse(_ parameters: JSON) {
        let id = parameters["requestId"] ?? ""
        documents.insert(parameters["request"]?["url"]?.text ?? "")
        let status = parameters["responseStatusCode"]?.integer ?? 0
        let location = parameters["responseHeaders"]?.elements.first { $0["name"]?.text?.lowercased() == "location" }?["value"]?
            .text
        let isApp = (300...399).contains(status) && location.map { Self.isAppURL($0) } ?? false
        if isApp, let location { appURLs.append(location) }
        Task {
            _ =
                try? await isApp
                ? call("Fetch.failRequest", ["requestId": id, "errorReason": "Aborted"])
                : call("Fetch.continueRequest", ["requestId": id])
        }
    }

    private static func isAppURL(_ url: String) -> Bool {
        guard let scheme = URL(string: url)?.scheme?.lowercased() else { return false }
        return scheme != "http" && scheme != "https"
    }

    // MARK: - Waiting

    /// Waits until a condition on the reported events is true.
    func wait(for what: String, _ condition: @escaping @Sendable (isolated BrowserPage) -> Bool) async throws {
        try await within(defaultDeadline, what) {
            while await !condition(self) { try await self.nextEvent(unless: condition) }
        }
    }

    private func nextEvent(unless condition: @Sendable (isolated BrowserPage) -> Bool) async throws {
        guard !condition(self) else { return }
        lastWaiter += 1
        let waiter = lastWaiter
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if Task.isCancelled { continuation.resume(throwing: CancellationError()) } else { waiters[waiter] = continuation }
            }
        } onCancel: {
            Task { await self.cancel(waiter) }
        }
    }

    private func cancel(_ waiter: Int) { waiters.removeValue(forKey: waiter)?.resume(throwing: CancellationError()) }

    /// Performs an action that leads to another document, and waits until that is loaded, or an app would have been opened.
    func load(_ what: String, _ action: () async throws -> Void) async throws {
        let (before, apps) = (document, appURLs.count)
        try await action()
        try await wait(for: what) { $0.loadedDocument != before && $0.loadedDocument == $0.document || $0.appURLs.count > apps }
    }
}
