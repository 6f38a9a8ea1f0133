import DecisionTables
import ServiceAccess
import Testing
import VideoSubscriberAccount

@testable import AccessEnabler

/// Logins in which the system prompts the user: what happens meanwhile, and what is requested from the system.
@Suite("System picker")
struct PickerTests {
    /// An app that has access to a device where nobody is signed in.
    private func app(_ arrangements: Arrangement...) -> FakeApp {
        var app = FakeApp()
        app.arrange(.access(.granted))
        for arrangement in arrangements { app.arrange(arrangement) }
        app.setUp()
        return app
    }

    private func getAuthentication(
        _ filter: [String: JSONValue] = [:], isForced: Bool = false
    ) -> LibraryCall { .getAuthentication(isForced: isForced, data: [:], filter: filter) }

    private func names(_ callbacks: [Callback]) -> [String] { callbacks.map(\.entry.name) }

    // What is requested from the system.

    @Test("without a filter there is no allow-list; forms appear where they lead to a token")
    func noFilter() throws {
        var app = app()
        app.call(getAuthentication())
        let query = try #require(app.device.questions.first)
        #expect(query.supported.isEmpty && query.featured.isEmpty && !query.isForced)
        #expect(query.accepted == ["alpha.example"])
    }

    @Test("TV_PROVIDERS: single sign-on MVPDs in the app's order, featured ones among them only")
    func filter() throws {
        var app = app(.singleSignOn(mvpd: "DeltaCoop", isOn: true))
        func list(_ ids: String...) -> JSONValue { .list(ids.map(JSONValue.text)) }
        app.call(
            getAuthentication([
                TV_PROVIDERS: list("BetaFiber", "GammaSat", "nobody", "EpsilonTV", "AlphaCable", "BetaFiber"),
                FEATURED_TV_PROVIDERS: list("DeltaCoop", "AlphaCable", "nobody"),
            ]))
        let query = try #require(app.device.questions.first)
        #expect(query.supported == ["beta.example", "alpha.example"])
        #expect(query.featured == ["alpha.example"])
        #expect(query.accepted == ["alpha.example", "delta.example"])
    }

    @Test("a forced login whose filter excludes the account's provider ends with N004; the user is still signed in there")
    func excludedProvider() {
        var app = FakeApp.signedIn()
        app.call(getAuthentication([TV_PROVIDERS: .list([.text("BetaFiber")])], isForced: true))
        #expect(app.takeCallbacks().contains(.status(StatusReport(.n004))))
        app.call(.getSelectedProvider)
        #expect(app.takeCallbacks().last?.entry.details["mvpd"] == .text("AlphaCable"))
    }

    @Test(
        "a filter without any valid entry is ignored; featured MVPDs need TV_PROVIDERS",
        arguments: [
            [TV_PROVIDERS: JSONValue.list([.text("GammaSat")])], [TV_PROVIDERS: .list([])], [TV_PROVIDERS: .integer(1)],
            [FEATURED_TV_PROVIDERS: .list([.text("AlphaCable")])],
        ])
    func emptyFilter(filter: [String: JSONValue]) throws {
        var app = app()
        app.call(getAuthentication(filter))
        let query = try #require(app.device.questions.first)
        #expect(query.supported.isEmpty && query.featured.isEmpty)
    }

    @Test("a degraded provider's form does not appear")
    func degraded() throws {
        var app = app(.degradation(mvpd: "AlphaCable", rule: .authenticateAll))
        app.call(getAuthentication())
        #expect(try #require(app.device.questions.first).accepted.isEmpty)
    }

    @Test("only getAuthentication and getAuthorization prompt; with a preset provider there is no picker")
    func asking() {
        var app = app()
        app.call(.checkAuthentication)
        app.call(.checkAuthorization(resource: "news", data: [:]))
        app.configure()
        app.call(.setSelectedProvider("GammaSat"))
        app.call(getAuthentication())
        #expect(app.device.questions.isEmpty)
        #expect(names(app.takeCallbacks()).last == "navigateToUrl")
    }

    @Test("A2: a list that followed the user's answer is delivered again without another prompt", arguments: [false, true])
    func listAgain(isForced: Bool) {
        for (answer, code) in [("cancel", .n005), ("other", .n003), ("epsilon.example", .n004)] as [(String, StatusCode)] {
            var app = app(.answer(.picker, answer))
            app.call(getAuthentication(), ticket: 1)
            let first = Array(app.takeCallbacks().suffix(2))
            #expect(first.first == .status(StatusReport(code)) && first.last?.entry.name == "displayProviderDialog")
            app.setUp()
            app.call(getAuthentication(isForced: isForced), ticket: 2)
            #expect(Array(app.takeCallbacks().dropFirst()) == first)
            #expect(app.device.questions.count == 1)
            // The single login answers both; the next one prompts.
            app.call(.setSelectedProvider(nil))
            for ticket in [1, 2] { #expect(app.answers[ticket]?.last == "setAuthenticationStatus") }
            app.call(getAuthentication())
            #expect(app.device.questions.count == 2)
        }
    }

    @Test("the account is still queried: a user who has signed in since then needs neither prompt nor list")
    func signedInSince() {
        var app = app(.answer(.picker, "cancel"))
        app.call(getAuthentication())
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        app.call(getAuthentication())
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.device.questions.count == 1)
    }

    @Test("forced authentication prompts once more, and replaces the login at another provider")
    func forced() {
        var app = app(.storedToken(mvpd: "GammaSat", source: .regular, isForeign: false))
        app.arrange(.answer(.picker, "alpha.example"))
        app.arrange(.answer(.signIn, "alice"))
        app.call(getAuthentication(isForced: true))
        #expect(app.device.questions.map(\.isForced) == [true])
        #expect(app.sessions["REF30"]?.keys.sorted() == ["AlphaCable"])
        #expect(app.selected["REF30"] == "AlphaCable")
    }
}

// While the prompt is open.
extension PickerTests {
    private func thinkingApp(_ arrangements: Arrangement...) -> FakeApp {
        var app = app()
        for arrangement in arrangements { app.arrange(arrangement) }
        app.personThinks = true
        return app
    }

    @Test("other calls are answered, and the account is not queried meanwhile")
    func otherCalls() {
        var app = thinkingApp()
        app.call(getAuthentication())
        #expect(names(app.takeCallbacks()) == ["sendTrackingData", "presentTvProviderDialog"])
        app.device.isReachable = false
        app.call(.checkAuthentication)
        app.call(.getSelectedProvider)
        app.configure()
        #expect(
            names(app.takeCallbacks()) == [
                "sendTrackingData", "status", "setAuthenticationStatus", "selectedProvider", "setRequestorComplete",
            ])
        app.device.isReachable = true
        app.arrange(.answer(.picker, "alpha.example"))
        app.arrange(.answer(.signIn, "alice"))
        app.answerQuestion()
        #expect(names(app.takeCallbacks()) == ["dismissTvProviderDialog", "sendTrackingData", "setAuthenticationStatus"])
    }

    @Test("setRequestor exchanges nothing meanwhile, because the account would answer only after the user")
    func noExchange() {
        var app = thinkingApp(
            .signIn(provider: "alpha.example", subscriber: "alice"), .refuseResponses(provider: "alpha.example"))
        app.configure()
        app.call(getAuthentication(isForced: true))
        _ = app.takeCallbacks()
        let calls = app.deviceCalls
        app.configure()
        #expect(names(app.takeCallbacks()) == ["setRequestorComplete"])
        #expect(app.deviceCalls == calls && app.question != nil)
    }

    @Test("a second getAuthentication joins, forced or not, and a getAuthorization continues after the login")
    func joining() {
        var app = thinkingApp(.answer(.picker, "alpha.example"), .answer(.signIn, "alice"))
        app.call(getAuthentication())
        app.call(getAuthentication(isForced: true))
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(names(app.takeCallbacks()) == ["sendTrackingData", "presentTvProviderDialog"])
        app.answerQuestion()
        #expect(
            names(app.takeCallbacks()) == [
                "dismissTvProviderDialog", "sendTrackingData", "setAuthenticationStatus", "sendTrackingData", "setToken",
            ])
        #expect(app.device.questions.count == 1)
    }

    @Test(
        "setSelectedProvider(nil), logout and another requestor dismiss the dialog",
        arguments: [LibraryCall.setSelectedProvider(nil), .logout, .setRequestor(id: "REF60", serviceProviders: [])])
    func withdrawing(call: LibraryCall) {
        var app = thinkingApp()
        app.call(.getAuthorization(resource: "news", data: [:]))
        let request = app.question?.request
        _ = app.takeCallbacks()
        app.call(call)
        #expect(app.withdrawn == [request])
        let callbacks = app.takeCallbacks()
        let names = names(callbacks)
        #expect(names.filter { $0 == "dismissTvProviderDialog" }.count == 1)
        #expect(
            names.firstIndex(of: "dismissTvProviderDialog")! < names.firstIndex(of: "setAuthenticationStatus")!)
        #expect(callbacks.contains(.status(StatusReport(.n005))))
        #expect(callbacks.contains(.loginCancelled))
        #expect(names.contains("tokenRequestFailed"))
    }

    @Test("an answer that arrives after the login was cancelled has no effect")
    func lateAnswer() throws {
        var app = thinkingApp()
        app.call(getAuthentication())
        let request = try #require(app.question?.request)
        app.call(.setSelectedProvider(nil))
        _ = app.takeCallbacks()
        let late: [Event] = [
            .dialog(request, .presented(.dialogHandle)), .dialog(request, .dismissed),
            .account(request, .metadata(provider: "alpha.example", expires: nil, response: nil)),
        ]
        for event in late { #expect(app.machine.handle(event, at: app.service.now).isEmpty) }
    }

    @Test(
        "setRequestor while a forced prompt is open: the same requestor leaves it open, another dismisses it",
        arguments: [true, false])
    func configuringMeanwhile(isSame: Bool) {
        var app = thinkingApp(.storedToken(mvpd: "GammaSat", source: .regular, isForeign: false))
        app.call(getAuthentication(isForced: true))
        #expect(app.question?.query.isForced == true)
        _ = app.takeCallbacks()
        app.call(.setRequestor(id: isSame ? "REF30" : "REF60", serviceProviders: []))
        let seen = names(app.takeCallbacks())
        guard isSame else {
            #expect(seen.prefix(3) == ["dismissTvProviderDialog", "status", "setAuthenticationStatus"])
            #expect(seen.last == "setRequestorComplete" && app.question == nil && app.withdrawn.count == 1)
            return
        }
        #expect(seen == ["setRequestorComplete"] && app.withdrawn.isEmpty)
        app.arrange(.answer(.picker, "alpha.example"))
        app.arrange(.answer(.signIn, "alice"))
        app.answerQuestion()
        #expect(names(app.takeCallbacks()) == ["dismissTvProviderDialog", "sendTrackingData", "setAuthenticationStatus"])
        #expect(app.sessions["REF30"]?.keys.sorted() == ["AlphaCable"])
    }

    @Test("setSelectedProvider with a provider dismisses the dialog and continues there")
    func choosingMeanwhile() {
        var app = thinkingApp()
        app.call(getAuthentication())
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider("GammaSat"))
        #expect(names(app.takeCallbacks()) == ["sendTrackingData", "dismissTvProviderDialog", "navigateToUrl"])
        #expect(app.withdrawn.count == 1)
        app.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        #expect(app.takeCallbacks().last == .loginFailed)
    }

    @Test("a valid login is still used while a forced one waits")
    func oldToken() {
        var app = thinkingApp(.signIn(provider: "alpha.example", subscriber: "alice"))
        app.configure()
        app.call(getAuthentication(isForced: true))
        _ = app.takeCallbacks()
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.call(.checkAuthentication)
        let callbacks = app.takeCallbacks()
        #expect(
            names(callbacks) == [
                "sendTrackingData", "sendTrackingData", "setToken", "sendTrackingData", "setAuthenticationStatus",
            ])
        #expect(app.question != nil && app.withdrawn.isEmpty)
        app.arrange(.answer(.signIn, "bob"))
        app.answerQuestion()
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.sessions["REF30"]?["AlphaCable"]?.userID == "u-bob")
    }

    @Test("a setRequestor that fails meanwhile ends the login with the user's answer")
    func failedConfiguration() {
        var app = thinkingApp(.answer(.picker, "alpha.example"), .answer(.signIn, "alice"))
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.loseConfiguration()
        app.answerQuestion()
        #expect(
            names(app.takeCallbacks()) == [
                "dismissTvProviderDialog", "setAuthenticationStatus", "sendTrackingData", "tokenRequestFailed",
            ])
    }

    @Test("after such a setRequestor an answer without a dialog has tracking data, too")
    func failedConfigurationWithoutDialog() {
        var app = thinkingApp()
        app.call(getAuthentication())
        app.loseConfiguration()
        // The dialog has sent them.
        app.machine.openLogin?.isTracked = false
        app.answerQuestion()
        #expect(
            app.takeCallbacks().suffix(2).map(\.line)
                == ["track(authentication false)", "setAuthenticationStatus(0 Generic Authentication Error)"])
    }

    @Test("after a prompt that failed the next getAuthentication prompts again")
    func failedPrompt() {
        var app = thinkingApp()
        app.call(getAuthentication())
        app.device.isReachable = false
        app.answerQuestion()
        #expect(app.takeCallbacks().last?.entry.name == "displayProviderDialog" && app.question == nil)
        app.device.isReachable = true
        app.call(getAuthentication())
        #expect(app.question != nil)
    }

    @Test("the dialog of a request that is answered while it is open is dismissed, once")
    func openDialog() throws {
        var app = thinkingApp()
        app.call(getAuthentication())
        _ = app.takeCallbacks()
        let request = try #require(app.question?.request)
        let failure = AccountFailure(kind: .other, description: "The device is gone.")
        let effects = app.machine.handle(.account(request, .failure(failure)), at: app.service.now)
        guard case .callback(.dismissTvProviderDialog, _)? = effects.first else {
            Issue.record("no dismissal in \(effects)")
            return
        }
        #expect(
            !app.machine.handle(.dialog(request, .dismissed), at: app.service.now).contains { effect in
                if case .callback = effect { true } else { false }
            })
    }
}
