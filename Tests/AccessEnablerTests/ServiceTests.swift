import DecisionTables
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Requests to services: registration, access tokens, the exchange, several services, bad answers.
@Suite("Service")
struct ServiceTests {
    @Test("the silent exchange: order of requests, form, collapsed and encoded response")
    func exchange() throws {
        let app = FakeApp.signedIn()
        let paths = app.service.requests.map { "\($0.method) \($0.path)" }
        #expect(
            paths == [
                "POST /o/client/register", "POST /o/client/token", "GET /api/v1/config/REF30",
                "GET /api/v1/REF30/profile-requests/AlphaCable", "POST /api/v1/tokens/authn", "GET /api/v1/tokens/authn",
                "GET /api/v1/tokens/usermetadata",
            ])
        guard case .form(let form) = app.service.requests[4].body else {
            Issue.record("no form")
            return
        }
        let fields = Dictionary(form.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        #expect(fields["requestor"] == "REF30")
        #expect(fields["deviceId"] == "device-1")
        #expect(fields["mvpd"] == "AlphaCable")
        #expect(fields["deviceType"] == "iOS")
        let response = try #require(fields["SAMLResponse"].flatMap { Data(base64Encoded: $0) })
        let token = Data("<request/>".utf8).base64EncodedString()
        #expect(String(decoding: response, as: UTF8.self) == "saml alpha.example alice \(token) userID,zip")
    }

    @Test("the silent exchange of a registered app: five requests in four round trips, and three calls of the device")
    func roundTrips() {
        var app = FakeApp.signedIn()
        (app.sessions, app.selected) = ([:], [:])
        app.relaunch()
        let (requests, trips, calls) = (app.service.requests.count, app.roundTrips, app.deviceCalls)
        app.configure()
        #expect(app.sessions["REF30"]?["AlphaCable"]?.source == .apple)
        #expect(
            app.service.requests.dropFirst(requests).map { "\($0.method) \($0.path)" } == [
                "GET /api/v1/config/REF30", "GET /api/v1/REF30/profile-requests/AlphaCable", "POST /api/v1/tokens/authn",
                "GET /api/v1/tokens/authn", "GET /api/v1/tokens/usermetadata",
            ])
        #expect(app.roundTrips - trips == 4 && app.deviceCalls - calls == 3)
    }

    @Test("1.13: at a degraded provider nothing is exchanged: two calls of the device, and no profile request")
    func degradation() {
        var app = FakeApp.withAccount()
        app.arrange(.degradation(mvpd: "AlphaCable", rule: .authenticateAll))
        app.configure()
        #expect(app.sessions["REF30"]?["AlphaCable"]?.source == .degraded)
        #expect(
            app.service.requests.dropFirst(3).map { "\($0.method) \($0.path)" } == [
                "POST /api/v1/tokens/authn", "GET /api/v1/tokens/authn", "GET /api/v1/tokens/usermetadata",
            ])
        #expect(app.deviceCalls == 2)
    }

    @Test("a degradation rule that has expired since the configuration was read: the normal exchange follows")
    func endedDegradation() {
        var app = FakeApp()
        app.arrange(.access(.granted))
        app.arrange(.degradation(mvpd: "AlphaCable", rule: .authenticateAll))
        app.configure()
        app.arrange(.degradation(mvpd: "AlphaCable", rule: .none))
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        _ = app.takeCallbacks()
        app.logIn()
        #expect(app.takeCallbacks().map(\.entry.name) == ["sendTrackingData", "setAuthenticationStatus"])
        #expect(app.sessions["REF30"]?["AlphaCable"]?.source == .apple)
    }

    @Test("registration and access token are reused by the next process")
    func credentials() {
        var app = FakeApp.signedIn()
        let count = app.service.requests.count
        app.relaunch()
        app.configure()
        #expect(app.service.requests.dropFirst(count).map(\.path) == ["/api/v1/config/REF30"])
    }

    @Test("a rejected access token is renewed once")
    func refresh() {
        var app = FakeApp.signedIn()
        let count = app.service.requests.count
        app.service.accessTokens = []
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "setToken")
        #expect(
            app.service.requests.dropFirst(count).map(\.path) == [
                "/api/v1/authorize", "/o/client/token", "/api/v1/authorize", "/api/v1/tokens/media",
            ])
    }

    @Test("a forgotten registration is renewed once")
    func reregistration() {
        var app = FakeApp.signedIn()
        let count = app.service.requests.count
        app.service.accessTokens = []
        app.service.clients = []
        app.configure()
        #expect(app.takeCallbacks().last == .setRequestorComplete(isSuccess: true))
        #expect(
            app.service.requests.dropFirst(count).map(\.path) == [
                "/api/v1/config/REF30", "/o/client/token", "/o/client/register", "/o/client/token",
                "/api/v1/config/REF30",
            ])
    }

    @Test("a statement revoked after registration is R400")
    func revoked() {
        var app = FakeApp.signedIn()
        app.service.accessTokens = []
        app.service.clients = []
        app.service.acceptsStatements = false
        _ = app.takeCallbacks()
        app.configure()
        #expect(app.takeCallbacks() == [.status(StatusReport(.r400)), .setRequestorComplete(isSuccess: false)])
    }

    @Test("a service that rejects its own access tokens ends with R401")
    func endlessRefusal() {
        var app = FakeApp()
        app.service.faults["/api/v1/config/REF30"] = 401
        app.configure()
        #expect(app.takeCallbacks() == [.status(StatusReport(.r401)), .setRequestorComplete(isSuccess: false)])
        #expect(app.service.requests.count == 3)
    }

    @Test("a captive portal is not a service", arguments: ["/o/client/register", "/o/client/token", "/api/v1/config/REF30"])
    func captivePortal(path: String) {
        var app = FakeApp()
        app.service.faults[path] = 200
        app.configure()
        let callbacks = app.takeCallbacks()
        #expect(callbacks.first?.entry.details["errorId"] == .text("CFG404"))
        #expect(callbacks.last == .setRequestorComplete(isSuccess: false))
    }

    @Test(
        "a page instead of an answer never ends a call without its callback",
        arguments: ["/api/v1/authorize", "/api/v1/tokens/media", "/api/v1/preauthorize"], [200, 302, 403, 500, 429])
    func pages(path: String, status: Int) {
        var app = FakeApp.signedIn()
        app.service.faults[path] = status
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.call(.checkPreauthorizedResources(["news"], usesCache: false))
        let names = app.takeCallbacks().map(\.entry.name)
        #expect(names.filter { $0 == "setToken" || $0 == "tokenRequestFailed" }.count == 1)
        #expect(names.filter { $0 == "preauthorizedResources" }.count == 1)
    }

    @Test("a lost authorization is requested again once")
    func lostAuthorization() {
        var app = FakeApp.signedIn()
        app.call(.getAuthorization(resource: "news", data: [:]))
        _ = app.takeCallbacks()
        app.service.forgetAuthorizations()
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "setToken")
    }

    @Test("a login that the service has lost is removed")
    func lostSession() {
        var app = FakeApp.signedIn()
        app.call(.logout)
        app.configure()
        app.service.faults = [:]
        _ = app.takeCallbacks()
        var fresh = FakeService()
        fresh.clients = app.service.clients
        fresh.accessTokens = app.service.accessTokens
        app.service = fresh
        app.call(.checkAuthorization(resource: "news", data: [:]))
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.n000, resource: "news")),
                .tokenRequestFailed(resource: "news", code: USER_NOT_AUTHENTICATED_ERROR, description: ""),
            ])
        #expect(app.sessions["REF30"]?.isEmpty == true)
    }

    @Test("several services are queried concurrently and merged; later requests go to the MVPD's service")
    func severalServices() {
        var app = FakeApp.withAccount()
        let services = ["https://one.example/", "two.example:8443/adobe-services", "https://one.example"]
        app.call(.setRequestor(id: "REF30", serviceProviders: services))
        let registrations = app.service.requests.filter { $0.path == "/o/client/register" }.map(\.service)
        #expect(registrations == ["https://one.example", "https://two.example:8443"])
        #expect(app.takeCallbacks() == [.setRequestorComplete(isSuccess: true)])
        #expect(app.machine.configuration?.providers.map(\.id).count == 5)
        #expect(app.machine.configuration?.providers.allSatisfy { $0.service == "https://one.example" } == true)
        #expect(app.service.requests.last?.service == "https://one.example")
    }

    @Test("hosts of the real service are mapped to the simulator's service")
    func realHosts() {
        let standard = "http://127.0.0.1:9"
        for url in ["https://sp.auth.adobe.com", "sp.auth-staging.adobe.com/adobe-services", "HTTPS://API.AUTH.ADOBE.COM./x"] {
            #expect(ServiceLocation.base(url, standard: standard) == standard)
        }
        #expect(ServiceLocation.base("http://notadobe.com", standard: standard) == "http://notadobe.com")
        #expect(ServiceLocation.base("ftp://one.example", standard: standard) == nil)
        for port in ["0", "65536", "99999999"] {
            #expect(ServiceLocation.base("http://one.example:\(port)", standard: standard) == nil)
        }
        #expect(ServiceLocation.services(for: [], standard: nil) == [])
        #expect(ServiceLocation.base("http://[::1]:80/a/", standard: nil) == "http://[::1]:80/a")
    }

    @Test("an empty setting or variable counts as not given")
    func emptyNames() {
        let environment = ["VSASIM_SERVICE_URL": "http://127.0.0.1:9", "VSASIM_APPLICATION_ID": "com.example.environment"]
        #expect(ServiceLocation.standard(setting: "", environment: environment) == "http://127.0.0.1:9")
        #expect(ServiceLocation.standard(setting: "", environment: ["VSASIM_SERVICE_URL": ""]) == nil)
        var settings = AccessEnablerSettings()
        settings.environment = environment
        settings.applicationIdentifier = ""
        #expect(settings.applicationID == "com.example.environment")
        settings.environment = ["VSASIM_APPLICATION_ID": ""]
        #expect(!settings.applicationID.isEmpty, "the executable's name")
        settings.applicationIdentifier = "com.example.player"
        #expect(settings.applicationID == "com.example.player")
    }

    @Test("a user-metadata field, the times of expiry, and missing values")
    func metadata() {
        var app = FakeApp.signedIn()
        app.call(.getAuthorization(resource: "news", data: [:]))
        _ = app.takeCallbacks()
        func answer(_ arguments: [String: JSONValue]) -> Callback? {
            app.call(.getMetadata(arguments: arguments))
            return app.takeCallbacks().last
        }
        let field: [String: JSONValue] = ["opCode": .integer(3), "user_metadata_name": .text("tokenSource")]
        #expect(answer(field) == .setMetadataStatus(.text("Apple"), isEncrypted: false, key: 3, arguments: field))
        let zip: [String: JSONValue] = ["opCode": .integer(3), "user_metadata_name": .text("zip")]
        #expect(answer(zip) == .setMetadataStatus(.text("…"), isEncrypted: true, key: 3, arguments: zip))
        let missing: [String: JSONValue] = ["opCode": .integer(3), "user_metadata_name": .text("language")]
        #expect(answer(missing) == .setMetadataStatus(nil, isEncrypted: false, key: 3, arguments: missing))
        let authentication = answer(["opCode": .integer(0)])
        #expect(authentication?.entry.details["metadata"] == .text("\(app.service.now + 30 * 86_400_000)"))
        let authorization = answer(["opCode": .integer(1), "resource_id": .text("news")])
        #expect(authorization?.entry.details["metadata"] == .text("\(app.service.now + 86_400_000)"))
        #expect(answer(["opCode": .integer(1), "resource_id": .text("kids")])?.entry.details["metadata"] == .null)
        #expect(answer(["opCode": .integer(2)])?.entry.details["metadata"] == .null)
        #expect(answer([:])?.entry.details["key"] == .integer(-1))
    }

    @Test("account and token: all four combinations of expired and valid", arguments: [false, true], [false, true])
    func lifetimes(isAccountExpired: Bool, isTokenExpired: Bool) {
        var app = FakeApp.withAccount()
        app.arrange(.authenticationLifetime(mvpd: "AlphaCable", seconds: 60))
        app.configure()
        app.device.isExpired = isAccountExpired
        if isTokenExpired { app.service.now += 61_000 }
        let before = app.service.now
        _ = app.takeCallbacks()
        app.configure()
        #expect(app.takeCallbacks() == [.setRequestorComplete(isSuccess: true)])
        app.call(.checkAuthentication)
        let isAuthenticated = !(isAccountExpired && isTokenExpired)
        let code = isAuthenticated ? "" : USER_NOT_AUTHENTICATED_ERROR
        #expect(app.takeCallbacks().last == .setAuthenticationStatus(isSuccess: isAuthenticated, code: code))
        let expires = app.sessions["REF30"]?["AlphaCable"]?.expires
        if isAuthenticated { #expect(expires == before + 60_000) }
    }
}
