import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Passive authentication: a login without a prompt, after the user has logged in for another requestor.
@Suite("Passive authentication")
struct PassiveLoginTests {
    /// An app whose device has REF60's login at Beta Fiber.
    private func app(
        platform: DecisionRow.Platform = .ios, access: Arrangement.Access = .granted, mvpd: String = "BetaFiber",
        isPassive: Bool = true, change: (inout FakeApp) -> Void = { _ in }
    ) -> FakeApp {
        var app = FakeApp(platform: platform)
        app.arrange(.access(access))
        for index in app.service.integrations.indices where app.service.integrations[index].mvpd == mvpd {
            app.service.integrations[index].isPassive = isPassive
        }
        app.sessions["REF60"] = [mvpd: session(app, mvpd)]
        change(&app)
        app.configure()
        return app
    }

    private func session(
        _ app: FakeApp, _ mvpd: String, requestor: String = "REF60", lifetime: Int64 = 60_000, source: Session.Source = .regular
    ) -> Session {
        Session(
            requestor: requestor, mvpd: mvpd, userID: "u-alice", expires: app.service.now + lifetime, deviceID: app.deviceID,
            source: source, storedAt: app.service.now)
    }

    /// An app that has to show the page.
    private func waitingApp(access: Arrangement.Access = .granted) -> FakeApp {
        var app = app(access: access)
        _ = app.takeCallbacks()
        return app
    }

    private func names(_ app: inout FakeApp) -> [String] {
        app.takeCallbacks().map(\.entry.name).filter { $0 != "sendTrackingData" }
    }

    private static let end = LibraryCall.handleExternalURL(ADOBEPASS_REDIRECT_URL)
    private static let login = LibraryCall.getAuthentication(isForced: false, data: [:], filter: [:])
    private static let forcedLogin = LibraryCall.getAuthentication(isForced: true, data: [:], filter: [:])

    @Test("N001, the end of setRequestor, and then a page without a prompt")
    func page() throws {
        var app = app()
        let callbacks = app.takeCallbacks()
        #expect(callbacks == [.status(StatusReport(.n001)), .setRequestorComplete(isSuccess: true)])
        #expect(app.browserPage != nil)
        let url = try #require(app.lastPage)
        #expect(url.hasPrefix("\(FakeApp.serviceURL)/api/v1/authenticate?reg_code=CODE1&requestor_id=REF30&mso_id=BetaFiber"))
        #expect(url.contains("&is_passive=true&") && url.hasSuffix("&redirect_url="))
    }

    @Test("with handleSVC the app shows it")
    func systemBrowser() {
        var app = app { $0.call(.setOptions(["handleSVC": .flag(true)])) }
        #expect(app.takeCallbacks().last?.entry.details["useSVC"] == .flag(true))
        #expect(app.browserPage == nil)
    }

    @Test("without a browser it finds no session, and waiting calls continue")
    func noBrowser() {
        var app = waitingApp(access: .denied)
        app.endBrowserPage(.failed("no browser"))
        #expect(names(&app) == ["status", "setAuthenticationStatus"])
        app = waitingApp(access: .denied)
        app.call(Self.login)
        app.endBrowserPage(.failed("no browser"))
        #expect(names(&app) == ["status", "displayProviderDialog"])
    }

    @Test("a provider that remembers the browser: logged in")
    func success() {
        var app = waitingApp()
        app.arrange(.webLogin(subscriber: "alice"))
        app.call(Self.end)
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.sessions["REF30"]?.keys.sorted() == ["BetaFiber"] && app.sessions["REF60"]?.count == 1)
        app.call(Self.end)
        #expect(app.takeCallbacks().isEmpty)
    }

    @Test("a provider that does not: N000, once")
    func failure() {
        var app = waitingApp()
        app.call(Self.end)
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.n000)), .loggedOut,
            ])
        app.call(Self.end)
        #expect(app.takeCallbacks().isEmpty)
    }

    @Test("after a setRequestor that failed meanwhile it does not count as an attempt to log in: no tracking data")
    func failedConfiguration() {
        var app = waitingApp()
        app.loseConfiguration()
        app.call(Self.end)
        #expect(app.takeCallbacks().map(\.line) == ["setAuthenticationStatus(0 Generic Authentication Error)"])
    }

    @Test("not if any requirement is missing")
    func conditions() {
        var apps = [
            app(isPassive: false), app(platform: .tvos), app(mvpd: "GammaSat"),
            app { $0.service.faults["/reggie/v1/REF30/regcode"] = 500 },
            app { $0.sessions["REF30"] = ["GammaSat": session($0, "GammaSat", requestor: "REF30")] },
            app { $0.sessions["REF60"] = ["BetaFiber": session($0, "BetaFiber", lifetime: 0)] },
            app { $0.sessions["REF60"] = ["BetaFiber": session($0, "BetaFiber", source: .apple)] },
            app { $0.sessions["REF60"] = [:] },
            app {
                $0.sessions["REF60"] = ["BetaFiber": session($0, "BetaFiber")]
                $0.deviceID = "another"
            },
        ]
        for index in apps.indices { #expect(names(&apps[index]) == ["setRequestorComplete"], "case \(index)") }
    }

    @Test("a call made meanwhile waits for the page, and continues by itself without a session")
    func joined() {
        var app = waitingApp(access: .denied)
        app.call(Self.login)
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(names(&app).isEmpty)
        app.call(Self.end)
        #expect(names(&app) == ["status", "displayProviderDialog"])
        app.call(.setSelectedProvider("GammaSat"))
        app.arrange(.webLogin(subscriber: "alice"))
        app.call(Self.end)
        #expect(names(&app) == ["navigateToUrl", "setAuthenticationStatus", "setToken"])
    }

    @Test("the filter of a call made meanwhile counts for the picker that follows the page")
    func filter() {
        var app = waitingApp()
        app.personThinks = true
        app.call(.getAuthentication(isForced: false, data: [:], filter: [TV_PROVIDERS: .list([.text("AlphaCable")])]))
        app.call(Self.login)
        app.call(Self.end)
        #expect(app.question?.query.supported == ["alpha.example"])
    }

    @Test("a call made meanwhile is answered by the page's session, once")
    func joinedSuccess() {
        var app = waitingApp()
        app.call(Self.login)
        app.call(Self.login)
        app.arrange(.webLogin(subscriber: "alice"))
        app.call(Self.end)
        #expect(names(&app) == ["setAuthenticationStatus"])
    }

    @Test("forced authentication does not wait")
    func forced() {
        var app = waitingApp(access: .denied)
        app.call(Self.forcedLogin)
        #expect(names(&app) == ["status", "displayProviderDialog"])
        app.call(Self.end)
        #expect(app.takeCallbacks().isEmpty)
    }

    @Test("what ends it without a callback")
    func dropping() {
        for (call, answers) in [
            (LibraryCall.logout, ["setAuthenticationStatus"]), (.setSelectedProvider(nil), ["setAuthenticationStatus"]),
            (.setRequestor(id: "REF60", serviceProviders: []), ["setRequestorComplete"]),
            (.setSelectedProvider("TempPass"), ["status", "setAuthenticationStatus"]),
        ] {
            var app = waitingApp()
            app.call(call)
            #expect(names(&app) == answers, "\(call)")
            #expect(app.browserPage == nil, "\(call)")
            app.call(Self.end)
            #expect(app.takeCallbacks().isEmpty, "\(call)")
        }
    }

    @Test("another setRequestor, a check and a preset do not affect it")
    func keeping() {
        var app = waitingApp()
        app.configure()
        app.call(.checkAuthentication)
        app.call(.setSelectedProvider("GammaSat"))
        #expect(names(&app) == ["setRequestorComplete", "status", "setAuthenticationStatus"])
        app.arrange(.webLogin(subscriber: "alice"))
        app.call(Self.end)
        #expect(names(&app) == ["setAuthenticationStatus"])
    }
}
