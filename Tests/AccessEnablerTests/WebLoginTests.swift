import DecisionTables
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Logins on a provider's page, and every way in which they end.
@Suite("Web login")
struct WebLoginTests {
    /// An app whose user selects in the app's own dialog, and its last callbacks.
    private func app(choosing mvpd: String? = "GammaSat", _ options: [String: JSONValue] = [:]) -> FakeApp {
        var app = FakeApp()
        app.call(.setOptions(options))
        app.configure()
        app.logIn()
        _ = app.takeCallbacks()
        guard let mvpd else { return app }
        app.call(.setSelectedProvider(mvpd))
        return app
    }

    private func end(_ app: inout FakeApp, _ url: String? = ADOBEPASS_REDIRECT_URL) -> [Callback] {
        _ = app.takeCallbacks()
        app.call(.handleExternalURL(url))
        return app.takeCallbacks()
    }

    // The page.

    @Test("the page's address has the code first and the address at which it ends last")
    func address() {
        var app = app()
        #expect(
            app.takeCallbacks().last
                == .navigateToURL(
                    "http://127.0.0.1:1/api/v1/authenticate?reg_code=CODE1&requestor_id=REF30&mso_id=GammaSat"
                        + "&domain_name=ref30.example&noflash=true&no_iframe=true&redirect_url=adobepass%3A%2F%2Fios.app",
                    usesSVC: false))
        let request = app.service.requests.last
        #expect(request?.method == "POST" && request?.path == "/reggie/v1/REF30/regcode")
    }

    @Test("in the system's browser the page returns to the app's own scheme, if it has one")
    func systemBrowser() {
        var app = app(choosing: nil, ["handleSVC": .flag(true)])
        app.call(.setSelectedProvider("BetaFiber"))
        guard case .navigateToURL(let url, usesSVC: true)? = app.takeCallbacks().last else {
            Issue.record("no page")
            return
        }
        #expect(url.hasSuffix("&redirect_url=adobepass%3A%2F%2Fios.app"))
        var environment = app.machine.environment
        environment.redirectScheme = "adbe.example"
        var machine = EntitlementMachine(environment: environment)
        _ = machine.handle(.call(.setOptions(["handleSVC": .flag(true)])), at: 0)
        let json = JSONValue.object(["id": .text("BetaFiber"), "requiresSVC": .flag(true)])
        let provider = ProviderConfiguration(json: json, service: "http://127.0.0.1:1")
        #expect(provider.map { machine.redirectURL(for: $0) } == "adbe.example://adobe.com")
        let other = ProviderConfiguration(json: .object(["id": .text("GammaSat")]), service: "http://127.0.0.1:1")
        #expect(other.map { machine.redirectURL(for: $0) } == ADOBEPASS_REDIRECT_URL)
    }

    @Test("the scheme is the first that the software statement names")
    func statementScheme() {
        func statement(_ claims: String) -> String {
            let part = Data(claims.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            return "e30.\(part.replacing("=", with: "")).c2ln"
        }
        #expect(
            SoftwareStatement.redirectScheme(in: statement(#"{"redirect_schemes":["no scheme","adbe.Example1","other"]}"#))
                == "adbe.Example1")
        for text in ["", "a.b", "a.b.c", statement("[]"), statement("{}"), statement(#"{"redirect_schemes":"adbe"}"#)] {
            #expect(SoftwareStatement.redirectScheme(in: text) == nil, "\(text)")
        }
    }

    @Test("a forced login prompts on the provider's page, and only a new token completes it")
    func forced() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app).last == .loggedIn)
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.lastPage?.contains("&force_authn=true&redirect_url=") == true)
        // The service still has the old token.
        #expect(end(&app).suffix(2) == [.status(n130), .loginFailed])
        #expect(app.sessions["REF30"]?["GammaSat"]?.userID == "u-alice")
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        app.arrange(.elapse(seconds: 1))
        app.arrange(.webLogin(subscriber: "bob"))
        #expect(end(&app).last == .loggedIn)
        #expect(app.sessions["REF30"]?["GammaSat"]?.userID == "u-bob")
    }

    @Test(
        "calls made while the page is shown join its login; the old token, which getAuthorization uses, does not end it",
        arguments: ["GammaSat", "DeltaCoop"])
    func oldToken(mvpd: String) {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app).last == .loggedIn)
        app.call(.setSelectedProvider(mvpd))
        app.call(.getAuthentication(isForced: mvpd == "GammaSat", data: [:], filter: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "navigateToUrl")
        for isForced in [false, true] { app.call(.getAuthentication(isForced: isForced, data: [:], filter: [:])) }
        #expect(app.takeCallbacks().isEmpty)
        app.call(.getAuthorization(resource: "news", data: [:]))
        let names = app.takeCallbacks().map(\.entry.name)
        #expect(names.last == "setToken" && !names.contains("setAuthenticationStatus"))
        app.arrange(.elapse(seconds: 1))
        app.arrange(.webLogin(subscriber: "bob"))
        #expect(end(&app).filter { $0.entry.name == "setAuthenticationStatus" } == [.loggedIn])
        #expect(app.sessions["REF30"]?.mapValues(\.userID) == [mvpd: "u-bob"])
    }

    @Test("in the list of a forced login, too, getAuthorization uses the old token, and the user's choice still counts")
    func oldTokenBesideList() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app).last == .loggedIn)
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "displayProviderDialog")
        app.call(.getAuthorization(resource: "news", data: [:]))
        let names = app.takeCallbacks().map(\.entry.name)
        #expect(names.last == "setToken" && !names.contains("setAuthenticationStatus"))
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.takeCallbacks().last?.entry.name == "navigateToUrl")
        app.call(.setSelectedProvider(nil))
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        _ = app.takeCallbacks()
        // Row 3.25: as without a login in progress.
        app.call(.getAuthentication(isForced: false, data: [:], filter: [:]))
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test("a valid login that the service keeps while an AuthNAll rule is active outlives the rule")
    func keptLogin() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app).last == .loggedIn)
        app.arrange(.degradation(mvpd: "GammaSat", rule: .authenticateAll))
        app.configure()
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.takeCallbacks().suffix(2) == [.status(StatusReport(.n010)), .loggedIn])
        #expect(app.sessions["REF30"]?["GammaSat"]?.source == .regular)
        app.arrange(.degradation(mvpd: "GammaSat", rule: .none))
        app.configure()
        app.call(.checkAuthentication)
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    private var n130: StatusReport {
        StatusReport(.n130, message: "The login page created no session at the service.")
    }

    // No page.

    @Test("without a registration code there is no login: N500 unless there is a better code")
    func noCode() {
        var app = app(choosing: nil)
        app.service.faults["/reggie/v1/REF30/regcode"] = 503
        app.call(.setSelectedProvider("GammaSat"))
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.n500, message: "The service answered 503.")), .loginFailed,
            ])
        // The login has ended, and the return has no effect.
        #expect(end(&app).isEmpty)
        app.logIn()
        app.service.faults = ["/o/client/token": 400, "/o/client/register": 400]
        app.service.accessTokens = []
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.takeCallbacks().suffix(2) == [.status(StatusReport(.r400)), .loginFailed])
    }

    @Test("an answer without a code is not accepted")
    func captivePortal() {
        var app = app(choosing: nil)
        app.service.faults["/reggie/v1/REF30/regcode"] = 200
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.takeCallbacks().last == .loginFailed)
    }

    // The return.

    @Test(
        "what is not the end of the page is ignored, and the page stays open",
        arguments: ["", "adobepass", "http://ref30.example/", "mailto:alice@example.com", "adbe.other://adobe.com"])
    func foreign(url: String) {
        var app = app()
        #expect(end(&app, url).isEmpty)
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app).last == .loggedIn)
    }

    @Test(
        "the scheme counts; getAuthenticationToken has no URL",
        arguments: ["adobepass://ios.app", "AdobePass://ios.app?x=1", "adobepass:", nil])
    func ours(url: String?) {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app, url).last == .loggedIn)
    }

    @Test("the second time, and without a login, nothing happens")
    func idle() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        app.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        #expect(end(&app).isEmpty)
        var other = FakeApp()
        #expect(end(&other).isEmpty)
        other.call(.setRequestor(id: "REF30", serviceProviders: []))
        #expect(end(&other).isEmpty)
        other.call(.getAuthentication(isForced: false, data: [:], filter: [:]))
        #expect(end(&other).isEmpty)
    }

    @Test("a service that does not respond at the end is not a missing session")
    func unreachable() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        app.service.faults["/api/v1/tokens/authn"] = 500
        #expect(
            end(&app).suffix(2) == [.status(StatusReport(.n500, message: "The service answered 500.")), .loginFailed])
        #expect(app.sessions["REF30"]?.isEmpty != false)
    }

    @Test("a token of another provider is not the login's result")
    func anotherProvider() {
        var app = app()
        app.service.logIn("alice", at: "AlphaCable")
        #expect(end(&app).suffix(2) == [.status(n130), .loginFailed])
    }

    @Test("a setRequestor that fails meanwhile ends the login on return, with the waiting authorization")
    func failedConfiguration() {
        var app = app()
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.service.isReachable = false
        app.configure()
        #expect(end(&app, "http://ref30.example/").isEmpty)
        #expect(
            end(&app).map(\.entry.name)
                == ["sendTrackingData", "setAuthenticationStatus", "sendTrackingData", "tokenRequestFailed"])
        #expect(end(&app).isEmpty)
    }

    @Test("another requestor, logout and setSelectedProvider(nil) end the login; the page then has no effect")
    func givenUp() {
        for call in [LibraryCall.setSelectedProvider(nil), .logout, .setRequestor(id: "REF60", serviceProviders: [])] {
            var app = app()
            _ = app.takeCallbacks()
            app.call(call)
            let callbacks = app.takeCallbacks()
            #expect(callbacks.contains(.status(StatusReport(.n005))))
            #expect(callbacks.contains(.loginCancelled))
            app.arrange(.webLogin(subscriber: "alice"))
            #expect(end(&app).isEmpty)
        }
    }

    @Test(
        "after a failed setRequestor, logout and setSelectedProvider(nil) cancel the login as always",
        arguments: [LibraryCall.logout, .setSelectedProvider(nil)])
    func givenUpWithoutConfiguration(call: LibraryCall) {
        var app = app()
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.loseConfiguration()
        app.call(call)
        let cancelled: [Callback] = [
            .status(StatusReport(.n005)), .loginCancelled,
            .tokenRequestFailed(resource: "news", code: USER_NOT_AUTHENTICATED_ERROR, description: ""),
        ]
        let end = Callback.loggedOut
        #expect(
            app.takeCallbacks().filter { $0.entry.name != "sendTrackingData" } == cancelled + (call == .logout ? [end] : []))
        #expect(app.machine.openLogin == nil)
    }

    @Test("after a failed setRequestor, setSelectedProvider(nil) discards the preset provider")
    func unselectedWithoutConfiguration() {
        var app = FakeApp()
        app.configure()
        app.call(.setSelectedProvider("GammaSat"))
        app.service.isReachable = false
        app.configure()
        app.call(.setSelectedProvider(nil))
        app.service.isReachable = true
        app.configure()
        app.logIn()
        #expect(app.takeCallbacks().last?.entry.name == "displayProviderDialog")
    }

    @Test("another selection has its own page, and its login is the result")
    func choosingAnew() {
        var app = app()
        app.call(.setSelectedProvider("AlphaCable"))
        #expect(app.lastPage?.contains("reg_code=CODE2&") == true && app.lastPage?.contains("mso_id=AlphaCable&") == true)
        app.arrange(.webLogin(subscriber: "alice"))
        #expect(end(&app).last == .loggedIn)
        #expect(app.selected["REF30"] == "AlphaCable")
    }
}
