import DecisionTables
import Dispatch
import ServiceAccess
import Synchronization
import Testing

@testable import AccessEnabler

/// Logins on a second screen: the code, the polling, and every way in which they end.
@Suite("Second screen")
struct SecondScreenTests {
    /// An app on tvOS that shows a code.
    private func app() -> FakeApp {
        var app = FakeApp(platform: .tvos)
        app.configure()
        app.logIn()
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider("GammaSat"))
        return app
    }

    /// When the token was requested from the service, in seconds since the code was shown.
    private func questions(_ app: inout FakeApp, seconds: Int) -> [Int] {
        var times: [Int] = []
        for second in 1...seconds {
            let count = app.service.requests.count
            app.arrange(.elapse(seconds: 1))
            if app.service.requests.count > count { times.append(second) }
        }
        return times
    }

    @Test("the code is reported in both places, with its page, at level success")
    func code() {
        var app = app()
        guard case .status(let report)? = app.takeCallbacks().last else {
            Issue.record("no status")
            return
        }
        #expect(
            report.entries == [
                "errorId": "REGCODE", "level": "success", "message": "CODE1", "regCode": "CODE1",
                "registrationURL": "http://127.0.0.1:1/activate",
            ])
    }

    @Test("the service is polled every five seconds until the login")
    func asking() {
        var app = app()
        #expect(questions(&app, seconds: 16) == [5, 10, 15])
        _ = app.takeCallbacks()
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 4))
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.timers.isEmpty)
        let count = app.service.requests.count
        app.arrange(.elapse(seconds: 2_000))
        #expect(app.service.requests.count == count && app.takeCallbacks().isEmpty)
    }

    @Test("a service that is throttled, down or an impostor is polled less and less often", arguments: [429, 503, 200])
    func backingOff(status: Int) {
        var app = app()
        app.service.faults["/api/v1/tokens/authn"] = status
        #expect(questions(&app, seconds: 200) == [5, 15, 35, 75, 135, 195])
        app.service.faults = [:]
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 60))
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test("a missing network does not end the login", arguments: [1])
    func noNetwork(_: Int) {
        var app = app()
        app.service.isReachable = false
        app.arrange(.elapse(seconds: 100))
        app.service.isReachable = true
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 60))
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test("the login ends with the code, once, also when the service does not respond")
    func expiry() {
        for isReachable in [true, false] {
            var app = app()
            app.call(.getAuthorization(resource: "news", data: [:]))
            _ = app.takeCallbacks()
            app.service.isReachable = isReachable
            app.arrange(.elapse(seconds: 1_799))
            #expect(app.takeCallbacks().isEmpty)
            app.arrange(.elapse(seconds: 1))
            #expect(
                app.takeCallbacks().map(\.entry.name) == ["setAuthenticationStatus", "sendTrackingData", "tokenRequestFailed"])
            #expect(app.timers.isEmpty)
        }
    }

    @Test("a login in the last seconds of the code counts", arguments: [200, 503])
    func loginAtTheEnd(status: Int) {
        var app = app()
        // With a service that was down before, the polls are a minute apart.
        if status == 503 { app.service.faults["/api/v1/tokens/authn"] = status }
        app.arrange(.elapse(seconds: 1_700))
        app.service.faults = [:]
        app.arrange(.elapse(seconds: 97))
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 3))
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.timers.isEmpty)
    }

    @Test("the code expires by the device's clock, at the next poll after the clock was moved")
    func movedClock() {
        var app = app()
        _ = app.takeCallbacks()
        app.arrange(.elapse(seconds: 7))
        app.clockOffset = 1_792_999
        app.arrange(.elapse(seconds: 3))
        // Ten seconds have passed, and 1792.999 were skipped: the code has expired long before the next poll.
        #expect(app.takeCallbacks() == [.loginFailed])
        #expect(app.timers.isEmpty)
    }

    @Test("a code that has not expired by the moved clock remains valid; with the clock set back, real time counts")
    func movedClockInTime() {
        var app = app()
        _ = app.takeCallbacks()
        app.clockOffset = 1_789_999
        app.arrange(.elapse(seconds: 10))
        #expect(app.takeCallbacks().isEmpty)
        app.clockOffset = -86_400_000
        app.arrange(.elapse(seconds: 1_785))
        #expect(app.takeCallbacks().isEmpty)
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks() == [.loginFailed])
    }

    @Test("a login before the clock was moved past the code's expiry counts")
    func loginBeforeMovedClock() {
        var app = app()
        _ = app.takeCallbacks()
        app.arrange(.webLogin(subscriber: "alice"))
        app.clockOffset = 7_200_000
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks().last == .loggedIn)
    }

    @Test(
        "whatever ends the login ends the polling",
        arguments: [LibraryCall.setSelectedProvider(nil), .logout, .setRequestor(id: "REF60", serviceProviders: [])])
    func givingUp(call: LibraryCall) {
        var app = app()
        app.call(call)
        #expect(app.timers.isEmpty)
        #expect(app.withdrawn.count == 2)
        _ = app.takeCallbacks()
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 4_000))
        #expect(app.takeCallbacks().isEmpty)
    }

    @Test("a new code replaces the old one")
    func newCode() {
        var app = app()
        app.arrange(.elapse(seconds: 1_000))
        app.call(.setSelectedProvider("AlphaCable"))
        #expect(app.takeCallbacks().last?.entry.details["regCode"] == .text("CODE2"))
        #expect(app.timers.count == 2)
        app.arrange(.elapse(seconds: 1_000))
        #expect(app.takeCallbacks().isEmpty)
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.sessions["REF30"]?.keys.sorted() == ["AlphaCable"])
    }

    @Test("on the second screen the user may choose another provider of the requestor")
    func anotherProvider() {
        var app = app()
        app.service.logIn("alice", at: "DeltaCoop")
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.selected["REF30"] == "DeltaCoop")
    }

    @Test("on the second screen the user may also choose a temporary pass: N011, Z011, and the login ends with the pass")
    func temporaryPass() throws {
        var app = app()
        app.service.startTemporaryPass()
        _ = app.takeCallbacks()
        app.arrange(.elapse(seconds: 5))
        let callbacks = app.takeCallbacks()
        #expect(callbacks.suffix(2) == [.status(StatusReport(.n011)), .loggedIn])
        guard case .sendTrackingData(let data, TRACKING_AUTHENTICATION)? = callbacks.dropLast(2).last else {
            Issue.record("no tracking data")
            return
        }
        #expect(data[1] == "TempPass" && data[2] == Digest.md5(app.deviceID))
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.takeCallbacks().contains(.status(StatusReport(.z011, resource: "news"))))
        let session = try #require(app.sessions["REF30"]?["TempPass"])
        #expect(session.source == .temporaryPass && session.expires == app.service.now + app.service.passDuration)
    }

    @Test("a forced login waits for a new token")
    func forced() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 5))
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        _ = app.takeCallbacks()
        app.arrange(.elapse(seconds: 20))
        #expect(app.takeCallbacks().isEmpty)
        app.arrange(.webLogin(subscriber: "bob"))
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.sessions["REF30"]?["GammaSat"]?.userID == "u-bob")
    }

    @Test("calls made while a code is shown join its login; the old token, which getAuthorization uses, does not end it")
    func oldToken() {
        var app = app()
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 5))
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        _ = app.takeCallbacks()
        for isForced in [false, true] { app.call(.getAuthentication(isForced: isForced, data: [:], filter: [:])) }
        #expect(app.takeCallbacks().isEmpty)
        app.call(.getAuthorization(resource: "news", data: [:]))
        let names = app.takeCallbacks().map(\.entry.name)
        #expect(names.last == "setToken" && !names.contains("setAuthenticationStatus"))
        app.arrange(.webLogin(subscriber: "bob"))
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks().filter { $0.entry.name == "setAuthenticationStatus" } == [.loggedIn])
        #expect(app.sessions["REF30"]?["GammaSat"]?.userID == "u-bob")
    }

    @Test("a temporary pass that is started while a code is shown is still the old login")
    func oldPass() {
        var app = FakeApp(platform: .tvos)
        app.configure()
        app.call(.setSelectedProvider("TempPass"))
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "setToken")
        app.logIn()
        app.arrange(.elapse(seconds: 20))
        #expect(app.takeCallbacks().isEmpty)
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks().last == .loggedIn)
        #expect(app.sessions["REF30"]?.keys.sorted() == ["GammaSat"])
    }

    @Test("an app that the service no longer knows stops polling")
    func revoked() {
        var app = app()
        _ = app.takeCallbacks()
        app.service.accessTokens = []
        app.service.clients = []
        app.service.acceptsStatements = false
        app.arrange(.elapse(seconds: 5))
        #expect(app.takeCallbacks() == [.status(StatusReport(.r400)), .loginFailed])
        #expect(app.timers.isEmpty)
    }

    @Test("without a code there is REG500, after the reason")
    func noCode() {
        var app = FakeApp(platform: .tvos)
        app.configure()
        app.logIn()
        app.service.faults["/reggie/v1/REF30/regcode"] = 500
        app.call(.setSelectedProvider("GammaSat"))
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.reg500, message: "The service answered 500.")), .loginFailed,
            ])
        #expect(app.timers.isEmpty)
    }

    @Test("calls are answered while the service is polled")
    func beside() {
        var app = app()
        _ = app.takeCallbacks()
        app.call(.checkAuthentication)
        app.call(.getSelectedProvider)
        #expect(app.takeCallbacks().last?.entry.details["mvpd"] == .text("GammaSat"), "the provider whose code is shown")
        #expect(app.timers.count == 2)
    }

    @Test("a setRequestor that fails meanwhile ends the login with its code, or with the user's login")
    func failedConfiguration() {
        var app = app()
        app.service.faults["/api/v1/config/REF30"] = 503
        app.setUp()
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 5))
        #expect(
            app.takeCallbacks().map(\.line)
                == ["track(authentication false)", "setAuthenticationStatus(0 Generic Authentication Error)"])
        #expect(app.timers.isEmpty)
    }
}
