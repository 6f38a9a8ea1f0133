import ServiceAccess
import Testing

@testable import AccessEnabler

/// SEC412 by the service: its response says that the login is another device's. `NetworkTests` has the callbacks of each call.
@Suite("SEC412 by the service")
struct OtherDeviceTests {
    private static let header = HTTPAnswer(
        status: 412, headers: ["authzf-error-code": "SEC412"], body: Array(#"{"status":412}"#.utf8))
    private static let code = HTTPAnswer(status: 412, body: Array(#"{"code":"device_id_mismatch"}"#.utf8))

    private func app() -> FakeApp {
        var app = FakeApp.signedIn()
        app.sessions["REF60"] = ["GammaSat": .stored("REF60", "GammaSat", deviceID: app.deviceID)]
        return app
    }

    @Test("in the header or as the enhanced error: every login of every requestor is removed, and SEC412 is reported once")
    func signs() {
        for answer in [Self.header, Self.code] {
            var app = app()
            app.service.network = { $0.path == "/api/v1/authorize" ? .answer(answer) : $1 }
            app.call(.getAuthorization(resource: "news", data: [:]))
            let callbacks = app.takeCallbacks()
            #expect(
                callbacks.map(\.entry.name) == [
                    "sendTrackingData", "sendTrackingData", "status", "status", "setAuthenticationStatus", "sendTrackingData",
                    "tokenRequestFailed",
                ])
            #expect(callbacks.contains(.status(.otherDevice)))
            #expect(!app.isAnybodyLoggedIn && app.selected.isEmpty)
            app.call(.checkAuthentication)
            #expect(app.takeCallbacks().count { $0 == .status(.otherDevice) } == 0)
        }
    }

    @Test("another 412 is a lost login as usual: N000, and other requestors' logins are kept")
    func lostLogin() {
        var app = app()
        app.service.network = { $0.path == "/api/v1/authorize" ? .answer(HTTPAnswer(status: 412)) : $1 }
        app.call(.getAuthorization(resource: "news", data: [:]))
        let codes = app.takeCallbacks().filter { $0.entry.name == "status" }.compactMap { $0.entry.details["errorId"]?.text }
        #expect(codes == ["N000"])
        #expect(app.sessions["REF60"]?.isEmpty == false)
    }

    @Test("a login whose user metadata is another device's is not kept")
    func metadata() {
        var app = FakeApp.withAccount()
        app.service.network = { $0.path == "/api/v1/tokens/usermetadata" ? .answer(Self.header) : $1 }
        app.configure()
        #expect(app.takeCallbacks() == [.status(.otherDevice), .setRequestorComplete(isSuccess: true)])
        #expect(!app.isAnybodyLoggedIn)
    }

    @Test("a temporary pass that turns out to be another device's")
    func temporaryPass() {
        var app = FakeApp()
        app.configure()
        app.call(.setSelectedProvider("TempPass"))
        _ = app.takeCallbacks()
        app.service.network = { $0.path == "/api/v1/tokens/authn" ? .answer(Self.header) : $1 }
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "tokenRequestFailed")
        #expect(!app.isAnybodyLoggedIn)
    }

    @Test("while another requestor's login is shared with this one, and on a page without a prompt")
    func setRequestor() {
        for path in ["/api/v1/tokens/authn", "/reggie/v1/REF30/regcode"] {
            var app = FakeApp()
            let index = app.service.integrations.firstIndex { $0.mvpd == "BetaFiber" } ?? 0
            app.service.integrations[index].isPassive = path.hasPrefix("/reggie")
            app.sessions["REF60"] = ["BetaFiber": .stored("REF60", "BetaFiber", deviceID: app.deviceID)]
            app.service.network = { $0.path == path ? .answer(Self.header) : $1 }
            app.configure()
            let callbacks = app.takeCallbacks()
            #expect(callbacks.count { $0 == .status(.otherDevice) } == 1)
            #expect(callbacks.last == .setRequestorComplete(isSuccess: true))
            #expect(!app.isAnybodyLoggedIn, "\(path)")
        }
    }
}

extension FakeApp {
    /// Whether a login of any requestor is stored.
    fileprivate var isAnybodyLoggedIn: Bool { sessions.values.contains { !$0.isEmpty } }
}
