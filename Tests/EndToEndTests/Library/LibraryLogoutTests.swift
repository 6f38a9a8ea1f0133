import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Logout with the real services: what the app receives, and what the services still store afterwards.
@Suite("Logout through the library", .daemonLogs)
struct LibraryLogoutTests {
    /// Whether the service has a token of the storage's device for a requestor, according to the dashboard's list of sessions.
    private func sessions(_ daemons: Daemons) async throws -> [String] {
        struct List: Decodable {
            struct Session: Decodable {
                let requestor: String
                let mvpd: String
            }
            let sessions: [Session]
        }
        return try await daemons.administration.send("GET", "/admin/v1/sessions").expecting(200).decoded(as: List.self)
            .sessions.map { "\($0.requestor) \($0.mvpd)" }.sorted()
    }

    /// Logs in at Beta Fiber, whose pages are for the system's browser, with `handleSVC`.
    ///
    /// - Returns: the browser that remembers the provider's login.
    private func logIn(_ app: AppProcess, _ daemons: Daemons) async throws -> PageVisitor {
        try await app.send("setOptions handleSVC=true")
        try await app.configure()
        _ = try await app.callbacks(of: "getAuthentication", until: "displayProviderDialog")
        let page = try #require(
            try await app.callbacks(of: "setSelectedProvider BetaFiber", until: "navigateToUrl").last)
        #expect(page.parameters["useSVC"] == .flag(true), "\(page)")
        var browser = PageVisitor(service: daemons.serviceURL)
        try await browser.open(try #require(page.text("url")))
        try await browser.logIn(as: "alice", password: "alice")
        let end = try #require(browser.destination)
        let login = try await app.callbacks(of: "handleExternalURL \(end)", until: "setAuthenticationStatus")
        #expect(login.last?.integer("status") == 1, "\(login)")
        return browser
    }

    @Test(
        "5.1 with handleSVC: the page in the system's browser, completed or abandoned, and status 0, once",
        arguments: [true, false])
    func systemBrowser(isFinished: Bool) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let stage = try await LibraryStage(daemons: daemons)
            // Nobody is signed in to the device: the login is only the app's.
            try await daemons.signOut()
            let app = try stage.app()
            var browser = try await logIn(app, daemons)
            #expect(try await sessions(daemons) == ["REF30 BetaFiber"])
            let shown = try await app.callbacks(of: "logout", until: "navigateToUrl")
            let page = try #require(shown.last)
            #expect(shown.count == 1 && page.parameters["useSVC"] == .flag(true), "\(shown)")
            let url = try #require(page.text("url"))
            #expect(url.hasPrefix("\(daemons.serviceURL)/adobe-services/logout?") && url.contains("mso_id=BetaFiber"), "\(url)")
            let check = try await app.callbacks(of: "checkAuthentication", until: "setAuthenticationStatus")
            #expect(check.last?.integer("status") == 0, "the login ends at once: \(check)")
            var command = "setSelectedProvider null"
            if isFinished {
                try await browser.open(url)
                let end = try #require(browser.destination, "\(browser.page.text)")
                #expect(url.removingPercentEncoding?.hasSuffix("redirect_url=\(end)") == true, "\(url)")
                command = "handleExternalURL \(end)"
            }
            let end = try await app.callbacks(of: command, until: "setAuthenticationStatus")
            #expect(end.last?.integer("status") == 0 && end.last?.text("code") == ErrorText.userNotAuthenticated, "\(end)")
            #expect(end.codes == [], "whoever closes a logout's page has cancelled no login")
            let rest = try await app.quit()
            #expect(rest.exit == .exited(0) && rest.callbacks.isEmpty, "\(rest)")
            // Only the page ends the token at the service.
            #expect(try await sessions(daemons) == (isFinished ? [] : ["REF30 BetaFiber"]))
        }
    }

    /// Logs in on a provider's page or with a code, for one requestor at one service.
    private func logIn(_ app: AppProcess, _ requestor: String, _ mvpd: String, at service: String) async throws {
        let configured = try await app.callbacks(of: "setRequestor \(requestor) \(service)", until: "setRequestorComplete")
        #expect(configured.last?.integer("status") == 1, "\(configured)")
        _ = try await app.callbacks(of: "getAuthentication", until: "displayProviderDialog")
        try await app.send("setSelectedProvider \(mvpd)")
        var callback = try await app.next("a page or a code")
        while callback.name != "navigateToUrl", callback.text("errorId") != "REGCODE" {
            callback = try await app.next("a page or a code")
        }
        let login = try await app.callbacks(of: "login alice alice", until: "setAuthenticationStatus")
        #expect(login.last?.integer("status") == 1, "\(login)")
    }

    @Test(
        "5.1 and 5.3 after logins for two requestors at two services: both are notified, and no token is left",
        arguments: DecisionRow.Platform.allCases)
    func everyService(_ platform: DecisionRow.Platform) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let folder = daemons.workspace.folder
            var environment = try daemons.workspace.environment(rootedAt: "service")
            environment["XDG_RUNTIME_DIR"] = try folder.makeFolder("runtime-\(UUID().uuidString)")
            // Two instances share their tokens; which of them was notified is in its log.
            let second = try await ServiceProcess.start(
                ["--listen", "127.0.0.1:0", "--log-level", "info"], environment: environment,
                log: folder.path("logs/second-\(platform.rawValue).log"))
            let storage = try folder.makeFolder("apps/\(UUID().uuidString)")
            let statement = "\(storage)/statement.jwt"
            try await daemons.issueStatement(requestor: "*").write(toFile: statement, atomically: true, encoding: .utf8)
            let app = try AppProcess(
                options: ["--platform", platform.rawValue, "--storage", storage, "--software-statement", statement],
                environment: daemons.environment, log: folder.path("logs/entitle.log"))
            // A provider that is not integrated with the other requestor: its login is not shared.
            try await logIn(app, "REF30", "DeltaCoop", at: second.url)
            try await logIn(app, "REF60", "GammaSat", at: daemons.serviceURL)
            #expect(try await sessions(daemons) == ["REF30 DeltaCoop", "REF60 GammaSat"])
            let shown = try await app.callbacks(
                of: "logout", until: platform == .ios ? "navigateToUrl" : "setAuthenticationStatus")
            #expect(shown.count == 1, "\(shown)")
            try await second.waitForLog("/api/v1/logout")
            if platform == .ios {
                #expect(try await sessions(daemons) == ["REF60 GammaSat"], "its page ends it")
                var browser = PageVisitor(service: daemons.serviceURL)
                try await browser.open(try #require(shown.last?.text("url")))
                let end = try #require(browser.destination, "\(browser.page.text)")
                let over = try await app.callbacks(of: "handleExternalURL \(end)", until: "setAuthenticationStatus")
                #expect(over.map { $0.integer("status") } == [0], "\(over)")
            }
            #expect(try await sessions(daemons) == [])
            let rest = try await app.quit()
            #expect(rest.exit == .exited(0) && rest.callbacks.isEmpty, "\(rest)")
            await second.process.terminate()
        }
    }
}
