import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import TVWorld

/// Passive authentication with the real service and a provider's real pages: two apps on one device, one browser.
@Suite("Passive authentication at a provider's pages", .daemonLogs)
struct PassiveLoginTests {
    /// Beta Fiber requires a login for each requestor, and remembers browsers.
    private static let daemons: DaemonPool = {
        var world = World.builtIn
        for index in world.providers.indices where world.providers[index].mvpd == "BetaFiber" {
            world.providers[index].authenticatesPerRequestor = true
            world.providers[index].authenticatesPassively = true
        }
        world.integrations.append(Integration(requestor: "REF60", mvpd: "BetaFiber", singleSignOn: []))
        return DaemonPool(world: world)
    }()

    private func app(_ daemons: Daemons, _ requestor: String, in folder: String) async throws -> AppProcess {
        let statement = "\(folder)/\(requestor).jwt"
        try await daemons.issueStatement(requestor: requestor).write(toFile: statement, atomically: true, encoding: .utf8)
        let app = try AppProcess(
            options: ["--storage", folder + "/storage", "--software-statement", statement], environment: daemons.environment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
        // The app itself shows the provider's pages.
        try await app.send("setOptions handleSVC=true")
        try await app.send("setRequestor \(requestor)")
        return app
    }

    /// The callbacks up to one with a name: names, and the identifiers of statuses; and the last one.
    private func callbacks(of app: AppProcess, until last: String) async throws -> (names: [String], last: PrintedCallback) {
        var names: [String] = []
        while true {
            let callback = try await app.next("\(last) after \(names)")
            if callback.name != "sendTrackingData" { names.append(callback.text("errorId") ?? callback.name) }
            if callback.name == last { return (names, callback) }
        }
    }

    @Test("N001: REF60's login is found by REF30 in the same browser, and not in another", arguments: [true, false])
    func twoApps(isSameBrowser: Bool) async throws {
        try await Self.daemons.withDaemons { daemons in
            let folder = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            var browser = PageVisitor(service: daemons.serviceURL)
            let first = try await app(daemons, "REF60", in: folder)
            try await first.send("getAuthentication")
            _ = try await callbacks(of: first, until: "displayProviderDialog")
            try await first.send("setSelectedProvider BetaFiber")
            let page = try await callbacks(of: first, until: "navigateToUrl").last.text("url") ?? ""
            try await browser.open(page)
            try await browser.logIn(as: "alice", password: "alice")
            try await first.send("handleExternalURL adobepass://ios.app")
            let login = try await callbacks(of: first, until: "setAuthenticationStatus")
            #expect(login.last.integer("status") == 1)
            // The storage is read after it was written.
            #expect(try await first.callbacksUntilNow().isEmpty)
            #expect(try await first.quit().exit == .exited(0))

            if !isSameBrowser { browser = PageVisitor(service: daemons.serviceURL) }
            let second = try await app(daemons, "REF30", in: folder)
            let start = try await callbacks(of: second, until: "navigateToUrl")
            #expect(start.names.suffix(3) == ["N001", "setRequestorComplete", "navigateToUrl"])
            try await browser.open(start.last.text("url") ?? "")
            // The provider's page does not prompt: it sends the answer to the service by itself.
            #expect(browser.page.fields["password"] == nil)
            try await browser.submit()
            // The scheme that the app's software statement names.
            #expect(browser.destination == "adbe.example://adobe.com")
            try await second.send("handleExternalURL adbe.example://adobe.com")
            let end = try await callbacks(of: second, until: "setAuthenticationStatus")
            #expect(end.last.integer("status") == (isSameBrowser ? 1 : 0))
            #expect(end.names == (isSameBrowser ? [] : ["N000"]) + ["setAuthenticationStatus"])
            try await second.send("checkAuthorization news")
            let token = try await callbacks(of: second, until: isSameBrowser ? "setToken" : "tokenRequestFailed")
            #expect(token.names.count == (isSameBrowser ? 1 : 4))
            #expect(try await second.quit().exit == .exited(0))
        }
    }
}
