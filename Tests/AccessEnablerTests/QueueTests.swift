import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// The queue of calls around `setRequestor`.
@Suite("Queue")
struct QueueTests {
    private let everything: [LibraryCall] = [
        .checkAuthentication, .getAuthentication(isForced: false, data: [:], filter: [:]),
        .checkAuthorization(resource: "news", data: [:]), .getAuthorization(resource: "kids", data: [:]),
        .checkPreauthorizedResources(["news"], usesCache: true), .getMetadata(arguments: ["opCode": .integer(0)]),
        .getSelectedProvider, .logout,
    ]

    @Test("calls wait for setRequestor and are answered in order")
    func waiting() {
        var app = FakeApp.withAccount()
        for call in everything.dropLast() { app.call(call) }
        #expect(app.takeCallbacks().isEmpty)
        app.configure()
        let names = app.takeCallbacks().map(\.entry.name).filter { $0 != "sendTrackingData" }
        #expect(
            names == [
                "setRequestorComplete", "setAuthenticationStatus", "setAuthenticationStatus", "setToken", "setToken",
                "preauthorizedResources", "setMetadataStatus", "selectedProvider",
            ])
    }

    @Test("setRequestor that completes with 0 answers every waiting call")
    func failing() {
        var app = FakeApp(statement: nil)
        for call in everything { app.call(call) }
        app.configure()
        let callbacks = app.takeCallbacks().filter { $0.entry.name != "sendTrackingData" }
        let expected: [Callback] = [
            .status(StatusReport(.r400)), .setRequestorComplete(isSuccess: false), .loginFailed, .loginFailed,
            .tokenRequestFailed(resource: "news", code: USER_NOT_AUTHENTICATED_ERROR, description: ""),
            .tokenRequestFailed(resource: "kids", code: USER_NOT_AUTHENTICATED_ERROR, description: ""),
            .preauthorizedResources([]),
            .setMetadataStatus(nil, isEncrypted: false, key: 0, arguments: ["opCode": .integer(0)]),
            .selectedProvider(nil), .loggedOut,
        ]
        #expect(callbacks == expected)
    }

    @Test("after a failed setRequestor the tracking events are sent as usual")
    func tracking() {
        var app = FakeApp(statement: nil)
        app.setUp()
        func names(_ call: LibraryCall) -> [String] {
            app.call(call)
            return app.takeCallbacks().map(\.line)
        }
        let refused = ["track(authentication false)", "setAuthenticationStatus(0 Generic Authentication Error)"]
        #expect(names(.checkAuthentication) == refused)
        #expect(names(.getAuthentication(isForced: false, data: [:], filter: [:])) == refused)
        #expect(
            names(.setSelectedProvider("AlphaCable"))
                == ["track(selection AlphaCable)", "setAuthenticationStatus(0 Generic Authentication Error)"])
        #expect(
            names(.checkAuthorization(resource: "news", data: [:])) == [
                "track(authorization false User Not Authenticated Error)",
                "tokenRequestFailed(news User Not Authenticated Error)",
            ])
        // A page that was shown before.
        app = FakeApp()
        app.choose("GammaSat")
        app.service.faults["/api/v1/config/REF30"] = 503
        app.setUp()
        #expect(names(.handleExternalURL(ADOBEPASS_REDIRECT_URL)) == refused)
    }

    @Test("a call after a failed setRequestor is answered at once, and a second setRequestor can succeed")
    func recovering() {
        var app = FakeApp()
        app.service.isReachable = false
        app.configure()
        app.call(.checkAuthentication)
        #expect(app.takeCallbacks().last == .loginFailed)
        app.service.isReachable = true
        app.configure()
        #expect(app.takeCallbacks().last == .setRequestorComplete(isSuccess: true))
    }

    @Test(
        "a second getAuthentication while the provider list is shown gets the list again, forced or not",
        arguments: [false, true])
    func listAgain(isForced: Bool) {
        var app = FakeApp()
        app.configure()
        app.call(.getAuthentication(isForced: false, data: [:], filter: [:]), ticket: 1)
        let first = Array(app.takeCallbacks().dropFirst(2))
        app.call(.getAuthentication(isForced: isForced, data: [:], filter: [:]), ticket: 2)
        #expect(app.takeCallbacks() == first)
        #expect(first.last?.entry.name == "displayProviderDialog")
        // The single login answers both, once.
        app.call(.setSelectedProvider("GammaSat"))
        app.service.logIn("alice", at: "GammaSat")
        _ = app.takeCallbacks()
        app.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        #expect(app.takeCallbacks().count { $0.entry.name == "setAuthenticationStatus" } == 1)
        for ticket in [1, 2] { #expect(app.answers[ticket]?.count { $0 == "setAuthenticationStatus" } == 1) }
    }

    @Test("a getAuthentication joins the one whose page is shown")
    func joining() {
        var app = FakeApp()
        app.choose("GammaSat")
        _ = app.takeCallbacks()
        app.logIn()
        #expect(app.takeCallbacks().isEmpty)
        // The device was queried meanwhile: the joined login ends with the next query.
        app.arrange(.access(.granted))
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        app.logIn()
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.machine.openLogin == nil)
    }

    @Test("another requestor cancels the open login, the same one does not")
    func changingRequestor() {
        var app = FakeApp()
        app.configure()
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.configure()
        #expect(app.machine.openLogin?.waiting.map(\.resource) == ["news"])
        _ = app.takeCallbacks()
        app.call(.setRequestor(id: "REF60", serviceProviders: []))
        let names = app.takeCallbacks().map(\.entry.name)
        #expect(
            names == [
                "status", "setAuthenticationStatus", "sendTrackingData", "tokenRequestFailed", "status",
                "setRequestorComplete",
            ])
    }

    @Test("setSelectedProvider without a login presets; getAuthentication then goes to the provider's page")
    func presetting() {
        var app = FakeApp()
        app.setUp()
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.takeCallbacks().map(\.entry.name) == ["sendTrackingData"])
        app.call(.getSelectedProvider)
        app.logIn()
        let callbacks = app.takeCallbacks()
        #expect(callbacks.first?.entry.details["mvpd"] == .text("GammaSat"))
        #expect(!callbacks.contains { $0.entry.name == "displayProviderDialog" })
        #expect(callbacks.last?.entry.name == "navigateToUrl")
    }

    @Test("the app's own dialog: a chosen provider has a page, an unknown one fails", arguments: ["GammaSat", "Nobody"])
    func choosing(mvpd: String) {
        var app = FakeApp()
        app.configure()
        app.logIn()
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider(mvpd))
        let callbacks = app.takeCallbacks()
        let isKnown = mvpd == "GammaSat"
        #expect(callbacks.map(\.entry.name) == ["sendTrackingData", isKnown ? "navigateToUrl" : "setAuthenticationStatus"])
        let page =
            FakeApp.serviceURL
            + "/api/v1/authenticate?reg_code=CODE1&requestor_id=REF30&mso_id=GammaSat&domain_name=ref30.example"
            + "&noflash=true&no_iframe=true&redirect_url=adobepass%3A%2F%2Fios.app"
        #expect((callbacks.last == .navigateToURL(page, usesSVC: false)) == isKnown, "\(callbacks)")
    }

    @Test("setSelectedProvider(nil) with nothing open has no N005")
    func cancellingNothing() {
        var app = FakeApp()
        app.setUp()
        app.call(.setSelectedProvider(nil))
        #expect(app.takeCallbacks().map(\.entry.name) == ["sendTrackingData", "setAuthenticationStatus"])
    }

    @Test("preauthorize does not wait for setRequestor")
    func preauthorizing() {
        var app = FakeApp()
        app.call(.preauthorize(resources: ["news"], usesCache: true), ticket: 7)
        guard case .preauthorize(false, let answer)? = app.takeCallbacks().first else {
            Issue.record("no answer")
            return
        }
        #expect(answer.status?.code == "requestor_not_configured")
        #expect(answer.status?.action == "retry")
        app.signIn()
        app.call(.preauthorize(resources: ["news", "nothing"], usesCache: true), ticket: 8)
        guard case .preauthorize(true, let decisions)? = app.takeCallbacks().last else {
            Issue.record("no answer")
            return
        }
        #expect(decisions.decisions.map(\.isAuthorized) == [true, false])
        #expect(app.answers == [7: ["onFailure"], 8: ["onResponse"]])
    }
}
