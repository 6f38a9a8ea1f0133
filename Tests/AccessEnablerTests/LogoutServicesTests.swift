import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Logout with logins at several services, for several requestors, of several devices.
@Suite("Logout and services")
struct LogoutServicesTests {
    private static let one = "https://one.example"
    private static let two = "https://two.example"

    /// An app after `setRequestor` with two services, of which the first has Alpha Cable and the second all others.
    private func app(_ platform: DecisionRow.Platform, _ sessions: [Session]) -> FakeApp {
        var app = FakeApp(platform: platform)
        app.arrange(.access(.granted))
        for session in sessions { app.sessions[session.requestor, default: [:]][session.mvpd] = session }
        app.service.network = { request, outcome in
            guard request.path.hasPrefix("/api/v1/config/"), case .answer(var answer) = outcome,
                let mvpds = answer.json?["requestor"]?["mvpds"]?.list
            else { return outcome }
            let own = mvpds.filter { ($0["id"]?.text == "AlphaCable") == (request.service == Self.one) }
            answer.body = JSONValue.object(["requestor": .object(["mvpds": .list(own)])]).serialized
            return .answer(answer)
        }
        app.call(.setRequestor(id: "REF30", serviceProviders: [Self.one, Self.two]))
        _ = app.takeCallbacks()
        return app
    }

    private func session(
        _ requestor: String, _ mvpd: String, at service: String? = nil, deviceID: String = "device-1", lifetime: Int64 = 1_000_000
    ) -> Session {
        var session = Session.stored(requestor, mvpd, deviceID: deviceID, expires: FakeService().now + lifetime)
        session.service = service
        return session
    }

    /// The requests of a logout: method, service, requestor, device.
    private func requests(_ app: inout FakeApp) -> [String] {
        let before = app.service.requests.count
        app.call(.logout)
        return app.service.requests.dropFirst(before).filter { $0.method == "DELETE" }.map { request in
            let values = ["requestor", "deviceId"].map { name in request.query.first { $0.name == name }?.value ?? "" }
            return "\(request.path) \(request.service) \(values.joined(separator: " "))"
        }
    }

    @Test("tvOS: every service is notified of every requestor's logout, the current one's first")
    func everyService() {
        let sessions = [
            session("REF30", "AlphaCable"), session("REF30", "GammaSat"), session("REF60", "DeltaCoop", at: Self.two),
            session("REF60", "AlphaCable", at: Self.one, lifetime: 0), session("REF90", "AlphaCable"),
        ]
        var app = app(.tvos, sessions)
        #expect(
            requests(&app) == [
                "/api/v1/logout \(Self.two) REF30 device-1", "/api/v1/logout \(Self.one) REF30 device-1",
                "/api/v1/logout \(Self.two) REF60 device-1", "/api/v1/logout \(FakeApp.serviceURL) REF90 device-1",
            ])
        #expect(app.takeCallbacks() == [.loggedOut])
        #expect(app.sessions.isEmpty)
    }

    @Test("iOS: the page is for the current login; the others' services are notified without one")
    func page() {
        var app = app(.ios, [session("REF30", "GammaSat"), session("REF60", "AlphaCable", at: Self.one)])
        #expect(requests(&app) == ["/api/v1/logout \(Self.one) REF60 device-1"])
        let callbacks = app.takeCallbacks()
        #expect(callbacks.map(\.entry.name) == ["navigateToUrl"])
        guard case .navigateToURL(let url, _)? = callbacks.last else { return }
        #expect(url.hasPrefix("\(Self.two)/adobe-services/logout?") && url.contains("requestor_id=REF30"))
        app.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        #expect(app.takeCallbacks() == [.loggedOut])
    }

    @Test("one login: iOS has its page only, tvOS its request only", arguments: DecisionRow.Platform.allCases)
    func single(platform: DecisionRow.Platform) {
        var app = app(platform, [session("REF30", "GammaSat")])
        #expect(requests(&app) == (platform == .ios ? [] : ["/api/v1/logout \(Self.two) REF30 device-1"]))
        #expect(app.takeCallbacks().map(\.entry.name) == [platform == .ios ? "navigateToUrl" : "setAuthenticationStatus"])
    }

    @Test("a logout when only other requestors are logged in ends their logins, too", arguments: DecisionRow.Platform.allCases)
    func onlyOthers(platform: DecisionRow.Platform) {
        var app = app(platform, [])
        app.sessions["REF60"] = ["AlphaCable": session("REF60", "AlphaCable", at: Self.one, deviceID: "another-vendor's")]
        #expect(requests(&app) == ["/api/v1/logout \(Self.one) REF60 another-vendor's"])
        #expect(app.takeCallbacks() == [.loggedOut])
    }

    @Test("a service that fails does not prevent notifying the others; an untrusted one is reported once")
    func failures() {
        var app = app(.tvos, [session("REF30", "AlphaCable"), session("REF30", "GammaSat")])
        app.service.network = { request, _ in request.service == Self.two ? .insecure("TLS") : .answer(HTTPAnswer(status: 500)) }
        #expect(requests(&app).count == 2)
        let callbacks = app.takeCallbacks()
        #expect(callbacks.map(\.entry.name) == ["status", "setAuthenticationStatus"])
        #expect(callbacks.first == .status(StatusReport(.sec420, message: "TLS")))
    }

    @Test("at a service that rejects this app for another requestor, the app does not register again")
    func foreignRequestor() {
        var app = app(.tvos, [session("REF60", "AlphaCable", at: Self.one)])
        let registrations = app.service.requests.count { $0.path == "/o/client/register" }
        app.service.network = { request, outcome in
            guard request.method == "DELETE" else { return outcome }
            return .answer(HTTPAnswer(status: 403, body: Array(#"{"error":"invalid_client"}"#.utf8)))
        }
        #expect(requests(&app).count == 1)
        #expect(app.service.requests.count { $0.path == "/o/client/register" } == registrations)
        #expect(app.takeCallbacks() == [.loggedOut])
    }

    @Test("a login stores its service; that of apps that do not name one is looked up again")
    func stored() {
        var app = app(.tvos, [])
        app.service.logIn("alice", at: "GammaSat")
        app.logIn()
        app.call(.setSelectedProvider("GammaSat"))
        app.arrange(.elapse(seconds: 10))
        let session = app.sessions["REF30"]?["GammaSat"]
        #expect(session?.service == Self.two)
        #expect(session.flatMap { Session(json: $0.json) } == session)
        #expect(FakeApp.signedIn().sessions["REF30"]?["AlphaCable"].map { $0.service == nil } == true)
    }
}
