import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Logout beyond decision table 5: the page, and what happens while it is open.
@Suite("Logout")
struct LogoutTests {
    /// An app with its own login at a provider that is not the device account's.
    private func app(mvpd: String = "GammaSat", platform: DecisionRow.Platform = .ios) -> FakeApp {
        var app = FakeApp(platform: platform)
        app.arrange(.access(.granted))
        app.arrange(.storedToken(mvpd: mvpd, source: .regular, isForeign: false))
        app.setUp()
        return app
    }

    private func names(_ app: inout FakeApp) -> [String] {
        app.takeCallbacks().map(\.entry.name).filter { $0 != "sendTrackingData" }
    }

    private static let end = LibraryCall.handleExternalURL(ADOBEPASS_REDIRECT_URL)

    @Test("the page names the requestor, the MVPD and the device, and last the address at which it ends")
    func page() {
        var app = app()
        app.call(.logout)
        #expect(
            app.takeCallbacks() == [
                .navigateToURL(
                    "\(FakeApp.serviceURL)/adobe-services/logout?noflash=true&mso_id=GammaSat&requestor_id=REF30"
                        + "&deviceId=device-1&redirect_url=adobepass%3A%2F%2Fios.app", usesSVC: false)
            ])
        #expect(app.sessions.isEmpty && app.selected.isEmpty)
    }

    @Test("with handleSVC the app gets the page of a provider that requires the system's browser")
    func systemBrowser() {
        for mvpd in ["BetaFiber", "GammaSat"] {
            var app = app(mvpd: mvpd)
            app.call(.setOptions(["handleSVC": .flag(true)]))
            app.call(.logout)
            let page = app.takeCallbacks().last?.entry
            #expect(page?.name == "navigateToUrl")
            #expect((page?.details["useSVC"] == .flag(true)) == (mvpd == "BetaFiber"))
            #expect(app.browserPage == nil)
        }
    }

    @Test("every login of every requestor is removed before anything else happens")
    func everything() {
        var app = app()
        app.sessions["REF60"] = app.sessions["REF30"]
        app.service.isReachable = false
        app.call(.logout)
        #expect(app.sessions.isEmpty)
        #expect(names(&app) == ["navigateToUrl"])
    }

    /// What happens to a logout if a call is made while its page is open.
    enum Fate { case goesOn, ends, isSuperseded }

    /// A call while the page is open, its answer, and what happens to the logout.
    static let calls: [(LibraryCall, [String], Fate)] = [
        (.checkAuthentication, ["status", "setAuthenticationStatus"], .goesOn),
        (.checkAuthorization(resource: "news", data: [:]), ["status", "setAuthenticationStatus", "tokenRequestFailed"], .goesOn),
        (.checkPreauthorizedResources(["news"], usesCache: true), ["preauthorizedResources"], .goesOn),
        (.preauthorize(resources: ["news"], usesCache: true), ["onFailure"], .goesOn),
        (.getMetadata(arguments: ["opCode": .integer(0)]), ["setMetadataStatus"], .goesOn),
        (.getSelectedProvider, ["selectedProvider"], .goesOn), (.setOptions([:]), [], .goesOn),
        (.setSelectedProvider("AlphaCable"), [], .goesOn), (.setSelectedProvider("nobody"), ["setAuthenticationStatus"], .goesOn),
        (.setSelectedProvider(nil), ["setAuthenticationStatus"], .ends),
        (.setSelectedProvider("TempPass"), ["status", "setAuthenticationStatus"], .isSuperseded),
        (end, ["setAuthenticationStatus"], .ends), (.handleExternalURL(nil), ["setAuthenticationStatus"], .ends),
        (.handleExternalURL("http://ref30.example/"), [], .goesOn),
        (.logout, ["setAuthenticationStatus"], .isSuperseded),
        (.setRequestor(id: "REF30", serviceProviders: []), ["setRequestorComplete"], .isSuperseded),
        (.setRequestor(id: "REF60", serviceProviders: []), ["setRequestorComplete"], .isSuperseded),
        (.getAuthentication(isForced: false, data: [:], filter: [:]), ["presentTvProviderDialog"], .isSuperseded),
        (.getAuthorization(resource: "news", data: [:]), ["presentTvProviderDialog"], .isSuperseded),
    ]

    @Test(
        "every call is answered once, and so is the logout, unless the app has continued without its page",
        arguments: calls.indices
    )
    func meanwhile(index: Int) {
        let (call, answers, fate) = Self.calls[index]
        var app = app()
        app.personThinks = true
        app.call(.logout, ticket: 7)
        _ = app.takeCallbacks()
        app.call(call)
        #expect(names(&app) == answers)
        app.call(Self.end)
        #expect(app.takeCallbacks() == (fate == .goesOn ? [Callback.loggedOut] : []))
        #expect(app.answers[7] == ["navigateToUrl", fate == .isSuperseded ? "superseded" : "setAuthenticationStatus"])
        app.call(Self.end)
        #expect(app.takeCallbacks().isEmpty)
    }

    @Test("setRequestor that fails ends an open logout, too")
    func failingRequestor() {
        var app = app()
        app.call(.logout)
        app.service.isReachable = false
        _ = app.takeCallbacks()
        app.configure()
        #expect(names(&app) == ["status", "setRequestorComplete"])
        app.call(Self.end)
        #expect(app.takeCallbacks().isEmpty)
    }

    @Test("if no service can be notified, all users are still logged out", arguments: DecisionRow.Platform.allCases)
    func unreachable(platform: DecisionRow.Platform) {
        var app = app(platform: platform)
        app.loseConfiguration()
        app.call(.logout)
        #expect(app.takeCallbacks() == [.loggedOut])
        #expect(app.sessions.isEmpty)
    }

    @Test("an open login is cancelled first")
    func runningLogin() {
        var app = app()
        app.arrange(.access(.denied))
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        _ = app.takeCallbacks()
        app.call(.logout)
        let callbacks = app.takeCallbacks()
        #expect(
            callbacks.map(\.entry.name).filter { $0 != "sendTrackingData" } == [
                "status", "setAuthenticationStatus", "navigateToUrl",
            ])
        #expect(callbacks.contains(.loginCancelled))
    }

    @Test("earlier calls are answered first; afterwards nothing of the old login is stored or reported")
    func requestUnderWay() throws {
        var app = app()
        app.arrange(.access(.denied))
        var machine = app.machine
        var stored = app.stored("REF30")
        var names: [String] = []
        var changes: [StoreChange] = []
        var held: (RequestID, HTTPRequest)?
        func run(_ first: Event) {
            var events = [first]
            while !events.isEmpty {
                for effect in machine.handle(events.removeFirst(), at: app.service.now) {
                    switch effect {
                    case .load(let request, _, _): events.append(.loaded(request, stored))
                    case .save(let change):
                        change.apply(to: &stored)
                        changes.append(change)
                    case .http(let request, let content): held = (request, content)
                    case .callback(let callback, _): names.append(callback.entry.name)
                    case .account, .wait, .show, .giveUp, .superseded, .joined: break
                    }
                }
            }
        }
        run(.call(.getMetadata(arguments: ["opCode": .integer(3), "user_metadata_name": .text("userID")])))
        let (request, content) = try #require(held)
        run(.call(.logout))
        #expect(names.isEmpty && changes.isEmpty, "\(content.path)")
        run(.http(request, .answer(HTTPAnswer(status: 200, body: Array(#"{"data":{"userID":"u"}}"#.utf8)))))
        #expect(names == ["setMetadataStatus", "navigateToUrl"])
        #expect(changes.last == .clear && stored.sessions.isEmpty)
        run(.http(request, .answer(HTTPAnswer(status: 200))))
        #expect(names.count == 2 && changes.last == .clear)
    }
}
