import PrivateSession
import ProjectTesting
import TVWorld

/// A running Chromium without a window.
final class Chromium: Sendable {
    /// The folder that it writes into.
    let folder: String
    let tools: DevTools
    private let workspace: Workspace
    private let process: ChildProcess
    private let reading: Task<Void, Never>

    private init(workspace: Workspace, folder: String, process: ChildProcess, tools: DevTools) {
        self.workspace = workspace
        self.folder = folder
        self.process = process
        self.tools = tools
        reading = Task { await tools.run() }
    }

    /// Starts it.
    ///
    /// - Throws: `SystemError` when it cannot be started.
    static func start() throws -> Chromium {
        let workspace = try Workspace()
        let log = workspace.folder.path("chromium.log")
        let folder = try workspace.folder.makeFolder("chromium")
        let process = try ChildProcess.start(
            "sh", arguments: ["-c", script, log, "chromium"] + arguments + ["--user-data-dir=\(folder)", "about:blank"],
            environment: workspace.environment, standardInput: .pipe, standardOutput: .pipe, standardError: .file(log))
        return Chromium(workspace: workspace, folder: folder, process: process, tools: DevTools(process))
    }

    /// Connects the messages of `--remote-debugging-pipe` to the standard streams: it reads them from descriptor 3, writes them
    /// to 4, and ends each with NUL.
    private static let script = #""$@" 3<&0 4>&1 </dev/null >>"$0" 2>&1 | stdbuf -oL tr '\0' '\n'"#

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

    /// Ends it, and removes its folder.
    func end() async {
        _ = try? await within(.seconds(5), "answer to Browser.close") { [tools] in try await tools.call("Browser.close") }
        _ = await process.wait(atMost: .seconds(5))
        await process.terminate(grace: .seconds(1))
        reading.cancel()
        await reading.value
        await workspace.end()
    }
}

/// The Chromium that tests share. It ends with their process, and so does its folder.
actor SharedChromium {
    static let shared = SharedChromium()

    private var chromium: Chromium?

    /// The running one; started at the first use, and after a crash.
    ///
    /// - Throws: `SystemError` when it cannot be started.
    func running() async throws -> Chromium {
        while let chromium {
            guard await chromium.tools.hasEnded else { return chromium }
            // Another test may have started one meanwhile.
            if self.chromium === chromium { self.chromium = nil }
        }
        let started = try Chromium.start()
        chromium = started
        return started
    }
}
