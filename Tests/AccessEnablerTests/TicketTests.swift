import DecisionTables
import Testing

@testable import AccessEnabler

/// Which call a callback is about.
@Suite("Tickets")
struct TicketTests {
    private func app() -> FakeApp {
        var app = FakeApp()
        app.arrange(.access(.denied))
        app.call(.setRequestor(id: "REF30", serviceProviders: []), ticket: 1)
        return app
    }

    private func logIn(_ app: inout FakeApp, _ ticket: Ticket) {
        app.call(.getAuthentication(isForced: false, data: [:], filter: [:]), ticket: ticket)
    }

    @Test("the callbacks of a call have its ticket; those of calls without one have none")
    func ownCallbacks() {
        var app = app()
        app.call(.checkAuthentication)
        app.call(.getSelectedProvider, ticket: 2)
        #expect(app.answers == [1: ["status", "setRequestorComplete"], 2: ["selectedProvider"]])
    }

    @Test("a login answers all that joined it, and no other call that is made meanwhile")
    func joining() {
        var app = app()
        logIn(&app, 2)
        logIn(&app, 3)
        app.call(.checkAuthentication, ticket: 4)
        // The list is delivered again to each caller that requests it again.
        #expect(app.answers[3] == ["sendTrackingData", "status", "displayProviderDialog"])
        #expect(app.answers[4] == ["sendTrackingData", "status", "status", "setAuthenticationStatus"])
        app.reply(.setSelectedProvider(nil), login: 2)
        #expect(app.answers[2]?.suffix(3) == ["sendTrackingData", "status", "setAuthenticationStatus"])
        #expect(app.answers[3]?.suffix(2) == ["status", "setAuthenticationStatus"])
        #expect(app.answers[4]?.count == 4)
    }

    @Test("an authorization that waited for a login has its own answer")
    func waiting() {
        var app = app()
        app.call(.getAuthorization(resource: "news", data: [:]), ticket: 2)
        logIn(&app, 3)
        app.call(.setSelectedProvider(nil))
        #expect(app.answers[2]?.suffix(2) == ["sendTrackingData", "tokenRequestFailed"])
        #expect(app.answers[3]?.last == "setAuthenticationStatus")
    }

    @Test("logout ends a login with an answer of the login's own")
    func logout() {
        var app = app()
        logIn(&app, 2)
        app.call(.logout, ticket: 3)
        #expect(app.answers[2]?.suffix(2) == ["status", "setAuthenticationStatus"])
        #expect(app.answers[3] == ["setAuthenticationStatus"])
    }

    @Test("logins that are abandoned before their turn do not begin, and what was selected for them is discarded")
    func abandonedBefore() {
        for selection in [nil, "GammaSat"] {
            var app = FakeApp()
            app.arrange(.access(.granted))
            if let selection { app.call(.setSelectedProvider(selection)) }
            logIn(&app, 2)
            logIn(&app, 3)
            app.abandon(3, isLast: false)
            app.abandon(2)
            app.call(.setRequestor(id: "REF30", serviceProviders: []), ticket: 1)
            #expect(app.device.questions.isEmpty && app.lastPage == nil)
            #expect(app.machine.openLogin == nil && app.machine.presetProvider == nil)
            #expect(app.answers[1] == ["setRequestorComplete"])
        }
    }

    @Test("… and a user who is logged in, and the provider that the user has selected, stay")
    func abandonedByKnownUser() {
        var app = FakeApp.signedIn()
        app.abandonWaiting(2)
        #expect(app.takeCallbacks().map(\.entry.name) == ["sendTrackingData", "setAuthenticationStatus"])
        #expect(app.selected["REF30"] == "AlphaCable" && app.machine.selectedProvider == "AlphaCable")
    }

    @Test("… and an open login, which was abandoned while they waited, ends")
    func abandonedOpenLogin() {
        var app = app()
        logIn(&app, 2)
        app.abandon(2, isLast: false)
        app.abandonWaiting(3)
        #expect(app.machine.openLogin == nil)
        #expect(app.answers[2]?.suffix(2) == ["status", "setAuthenticationStatus"] && app.answers[3] == nil)
    }

    @Test("… and an open login that is still awaited stays as it is, whatever provider was selected for them")
    func abandonedBesideOpenLogin() {
        var app = app()
        logIn(&app, 2)
        app.abandonWaiting(3, selecting: "GammaSat", isLast: false)
        #expect(app.machine.openLogin?.callers == [2] && app.machine.openLogin?.isListShown == true)
        #expect(app.lastPage == nil && app.machine.presetProvider == nil)
    }

    @Test("a login that is abandoned during a silent exchange that fails does not prompt the user")
    func abandonedDuring() {
        var app = FakeApp.withAccount()
        app.arrange(.expireAccount)
        app.setUp()
        app.logInBriefly(2)
        #expect(app.device.questions.isEmpty && app.machine.openLogin == nil)
        #expect(app.answers[2] == ["sendTrackingData", "status", "setAuthenticationStatus"])
        // The next one does.
        logIn(&app, 3)
        #expect(app.device.questions.count == 1)
    }

    @Test("a login that is abandoned while another waits ends with that one")
    func abandonedAfter() {
        var app = app()
        logIn(&app, 2)
        logIn(&app, 3)
        app.abandon(2, isLast: false)
        #expect(app.machine.openLogin?.callers == [2, 3])
        app.abandon(3)
        #expect(app.machine.openLogin == nil)
        _ = app.takeCallbacks()
        // They have ended.
        app.abandon(2)
        #expect(app.callbacks.isEmpty)
    }

    @Test("a reply to a login that has ended has no effect")
    func lateReply() {
        var app = app()
        logIn(&app, 2)
        app.call(.setSelectedProvider(nil))
        _ = app.takeCallbacks()
        app.reply(.setSelectedProvider("AlphaCable"), login: 2)
        app.reply(.setSelectedProvider(nil), login: 2)
        #expect(app.callbacks.isEmpty)
        #expect(app.machine.presetProvider == nil)
        logIn(&app, 5)
        app.reply(.setSelectedProvider(nil), login: 2)
        #expect(app.machine.openLogin != nil)
    }
}
