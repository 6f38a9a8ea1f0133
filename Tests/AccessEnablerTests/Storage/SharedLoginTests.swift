import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// A login of another requestor's app on the same device.
@Suite("Logins of other requestors")
struct SharedLoginTests {
    private func app(_ mvpd: String = "GammaSat", source: Session.Source = .regular, lifetime: Int64 = 1_000) -> FakeApp {
        var app = FakeApp()
        app.sessions["REF60"] = [
            mvpd: .stored("REF60", mvpd, deviceID: app.deviceID, source: source, expires: app.service.now + lifetime)
        ]
        app.service.sharedLogins = ["REF60": mvpd]
        return app
    }

    @Test("setRequestor continues with it, without a prompt or a query of the system account")
    func shared() {
        var app = app()
        app.configure()
        #expect(app.takeCallbacks() == [.setRequestorComplete(isSuccess: true)])
        #expect(app.sessions["REF30"]?["GammaSat"]?.source == .regular)
        #expect(app.selected["REF30"] == "GammaSat")
        app.call(.checkAuthentication)
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test("an unusable token of its own does not prevent that")
    func unusable() {
        var app = app()
        app.sessions["REF30"] = [
            "EpsilonTV": .stored("REF30", "EpsilonTV", deviceID: app.deviceID, expires: app.service.now + 1_000)
        ]
        app.configure()
        #expect(app.takeCallbacks() == [.setRequestorComplete(isSuccess: true)])
        #expect(app.sessions["REF30"]?["GammaSat"]?.source == .regular)
    }

    @Test(
        "a valid Apple token is kept (1.20), and when the account has ended it, the other login is used",
        arguments: [true, false])
    func appleToken(isBacked: Bool) {
        var app = app()
        app.arrange(.access(isBacked ? .granted : .denied))
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        app.arrange(.storedToken(mvpd: "AlphaCable", source: .apple, isForeign: false))
        app.configure()
        let statuses = isBacked ? [] : [Callback.status(StatusReport(.vsa403))]
        #expect(app.takeCallbacks() == statuses + [.setRequestorComplete(isSuccess: true)])
        #expect(app.sessions["REF30"]?.keys.sorted() == [isBacked ? "AlphaCable" : "GammaSat"])
    }

    @Test("if the service rejects it, it is as if there were none")
    func refused() {
        var app = app()
        app.service.sharedLogins = [:]
        app.configure()
        #expect(app.takeCallbacks() == [.status(StatusReport(.vsa404)), .setRequestorComplete(isSuccess: true)])
        #expect(app.sessions["REF30"]?.isEmpty != false)
    }

    @Test(
        "not shared: the platform's, expired ones, and those of MVPDs without integration or with a login for each requestor")
    func notShared() {
        var perRequestor = app()
        for index in perRequestor.service.integrations.indices {
            perRequestor.service.integrations[index].authenticatesPerRequestor = true
        }
        for var app in [app(source: .apple), app(lifetime: 0), app("EpsilonTV"), perRequestor] {
            app.configure()
            #expect(app.sessions["REF30"]?.isEmpty != false)
            #expect(!app.service.requests.contains { $0.method == "POST" && $0.path == "/api/v1/tokens/authn" })
        }
    }
}
