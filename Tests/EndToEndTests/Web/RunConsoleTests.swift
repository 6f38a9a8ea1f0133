import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The console of the dashboard, with a real `entitle` in a session of `vsactl run`.
@Suite("The console of a session", .daemonLogs)
struct RunConsoleTests {
    /// Starts a session that prints a link to its dashboard and lasts until its input ends.
    private func withSession(_ options: [String], _ use: (_ link: String, ChildProcess) async throws -> Void) async throws {
        try await Workspace.withPlace { workspace in
            let session = try ChildProcess.start(
                try Executables.find("vsactl"),
                arguments: ["run"] + options + ["--", "sh", "-c", "vsactl dashboard --print; read end || true"],
                environment: workspace.environment, standardInput: .pipe, standardOutput: .pipe, standardError: .pipe)
            let link = try #require(try await within { await session.standardOutput.next() })
            try await use(link, session)
            session.standardInput?.close()
            #expect(await session.wait() == .exited(0))
            try await workspace.expectNothingLeft()
        }
    }

    @Test("commands from the dashboard reach an app of the session, whose callbacks are shown; others are rejected")
    func console() async throws {
        try await withSession(["--console"]) { link, session in
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 1_100, height: 900)
                try await page.open(link)
                try await page.press("Device")
                // The page follows a session that opens its console.
                try await page.wait(forText: "A real app of the session")
                try await page.fill("Command", "setRequestor REF30")
                try await page.click("Send")
                try await page.wait(forText: #""callback":"setRequestorComplete","status":1"#)
                #expect(try await page.accessibleNames(of: "log") == ["Console"])
                try await page.fill("Command", "checkAuthentication")
                try await page.pressEnter()
                try await page.wait(forText: #""callback":"setAuthenticationStatus""#)
                #expect(try await page.focused == "Command")
                // What is entered before the answer arrives stays.
                try await page.fill("Command", "getSelectedProvider")
                let line = "document.getElementById('line')"
                let mark = "document.getElementById('console').dataset.before"
                _ = try await page.evaluate("(\(mark) = 'yes', \(line).form.requestSubmit(), \(line).value = 'logout')")
                try await page.waitInPage("the answer", "!\(mark)")
                #expect(try await page.value(of: "Command") == "logout")
                try await page.savePicture("dashboard-console")
                try await page.emulate(dark: true)
                try await page.resize(width: 360, height: 740)
                #expect(try await !page.isTooWide)
                try await page.savePicture("dashboard-console-phone-dark")
                // The next line starts another app, and is not lost.
                kill(try #require(try Self.child(of: session, "entitle")), SIGKILL)
                try await page.wait(forText: "entitle has ended.")
                try await page.fill("Command", "setRequestor REF30")
                try await page.pressEnter()
                try await page.waitInPage(
                    "the callback of another app",
                    "document.getElementById('console').innerText.split('setRequestorComplete').length === 3")
                await page.expectProblem("400")
                try await page.fill("Command", "rm -rf /")
                try await page.click("Send")
                try await page.wait(forText: "A line begins with a command of entitle")
                #expect(try await page.value(of: "Command") == "rm -rf /")
            }
        }
    }

    @Test("what entitle writes to standard error is shown, too: its help, and its messages")
    func help() async throws {
        try await withSession(["--console"]) { link, _ in
            try await Browser.with { browser in
                let page = try await browser.newPage(width: 1_100, height: 900)
                try await page.open(link)
                try await page.press("Device")
                try await page.wait(forText: "A real app of the session")
                try await page.fill("Command", "help")
                try await page.click("Send")
                try await page.wait(forText: "getAuthorization RESOURCE [-- KEY=VALUE…]")
                try await page.fill("Command", "checkAuthentication")
                try await page.pressEnter()
                try await page.wait(forText: "checkAuthentication is not answered before setRequestor")
            }
        }
    }

    /// The process ID of a program that a process has started.
    private static func child(of process: ChildProcess, _ name: String) throws -> Int32? {
        let threads = "/proc/\(process.processID)/task"
        let children = try FileManager.default.contentsOfDirectory(atPath: threads)
            .flatMap { (try? String(contentsOfFile: "\(threads)/\($0)/children", encoding: .utf8))?.split(separator: " ") ?? [] }
        return children.compactMap { Int32($0) }.first { child in
            (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == name + "\n"
        }
    }

    @Test("without --console, and without a terminal, a session has no console")
    func closed() async throws {
        for options in [[], ["--no-console"]] {
            try await withSession(options) { link, _ in
                try await Browser.with { browser in
                    let page = try await browser.newPage(width: 1_100, height: 900)
                    try await page.open(link)
                    try await page.press("Device")
                    try await page.wait(forText: "No session has a console.")
                }
            }
        }
    }
}
