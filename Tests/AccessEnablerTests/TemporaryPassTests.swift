import DecisionTables
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Temporary passes beyond the decision tables: requests to the service, promotional passes, the end of a pass.
@Suite("Temporary passes")
struct TemporaryPassTests {
    /// An app at a device where nobody is signed in.
    private func app(promotional isPromotional: Bool = false) -> FakeApp {
        var app = FakeApp()
        app.arrange(.access(.granted))
        for index in app.service.integrations.indices where app.service.integrations[index].isTemporaryPass {
            app.service.integrations[index].isPromotional = isPromotional
        }
        app.setUp()
        return app
    }

    private func names(_ app: inout FakeApp) -> [String] { app.takeCallbacks().map(\.entry.name) }

    /// The parameters of the last request of a path.
    private func parameters(_ app: FakeApp, _ path: String) throws -> [String: String] {
        let request = try #require(app.service.requests.last { $0.path == path })
        let form = if case .form(let fields) = request.body { fields } else { [HTTPRequest.Field]() }
        return Dictionary((request.query + form).map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static let path = "/api/v1/authenticate/freepreview"

    @Test("the service receives requestor, device, pass and domain, and only the given data")
    func request() throws {
        var app = app()
        app.call(.setSelectedProvider("TempPass"))
        let sent = try parameters(app, Self.path)
        #expect(sent["requestor_id"] == "REF30" && sent["mso_id"] == "TempPass" && sent["domain_name"] == "ref30.example")
        #expect(sent["deviceId"] == app.deviceID && sent["requestor"] == nil && sent["generic_data"] == nil)
    }

    @Test("the user in the tracking data is a digest of the device")
    func tracking() throws {
        var app = app()
        app.call(.setSelectedProvider("TempPass"))
        let data = app.takeCallbacks().compactMap { callback -> [String]? in
            if case .sendTrackingData(let data, TRACKING_AUTHENTICATION) = callback { data } else { nil }
        }
        #expect(data == [["true", "TempPass", Digest.md5(app.deviceID), "false", "mobile", "ios", "iOS"]])
    }

    @Test("a promotional pass is preset, and getAuthentication names the user")
    func promotional() throws {
        var app = app(promotional: true)
        app.call(.setSelectedProvider("TempPass"))
        #expect(names(&app) == ["sendTrackingData"])
        app.call(.getAuthentication(isForced: true, data: ["email": .text("a@b.example"), "age": .integer(7)], filter: [:]))
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.n011)), .loggedIn,
            ])
        #expect(try parameters(app, Self.path)["generic_data"] == #"{"age":"7","email":"a@b.example"}"#)
        let data: [String: JSONValue] = ["email": .text("a@b.example"), "adult": .flag(true)]
        app.call(.checkAuthorization(resource: "news", data: data))
        #expect(names(&app).last == "setToken")
        #expect(try parameters(app, "/api/v1/authorize")["generic_data"] == #"{"adult":"true","email":"a@b.example"}"#)
    }

    @Test("selected in the app's dialog, a promotional pass gets the last data given to the open login")
    func promotionalInDialog() throws {
        var app = app(promotional: true)
        app.arrange(.access(.denied))
        app.logIn()
        app.call(.getAuthentication(isForced: false, data: ["email": .text("one")], filter: [:]))
        app.call(.getAuthorization(resource: "news", data: ["email": .text("two")]))
        app.logIn()
        app.call(.setSelectedProvider("TempPass"))
        #expect(names(&app).last == "setToken")
        #expect(try parameters(app, Self.path)["generic_data"] == #"{"email":"two"}"#)
    }

    @Test("the first authorization starts the pass; the login expires with it")
    func duration() throws {
        var app = app()
        app.call(.setSelectedProvider("TempPass"))
        app.call(.getMetadata(arguments: ["opCode": .integer(3), "user_metadata_name": .text("userID")]))
        #expect(app.takeCallbacks().last?.entry.details["metadata"] == .text("temppass_0"))
        app.call(.getAuthorization(resource: "news", data: [:]))
        let session = try #require(app.sessions["REF30"]?["TempPass"])
        #expect(session.expires == app.service.now + app.service.passDuration)
        #expect(session.authorizations.keys.sorted() == ["news"])
        app.arrange(.elapse(seconds: 601))
        _ = app.takeCallbacks()
        app.call(.checkAuthentication)
        #expect(app.takeCallbacks().suffix(2).first == .status(StatusReport(.n000)))
        app.call(.setSelectedProvider("TempPass"))
        #expect(app.takeCallbacks().last == .loginFailed)
    }

    @Test("3.18 used up: N111, with enhanced errors or without", arguments: [true, false])
    func usedUp(hasEnhancedErrors: Bool) {
        var app = app()
        app.service.hasEnhancedErrors = hasEnhancedErrors
        app.call(.setSelectedProvider("TempPass"))
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.arrange(.elapse(seconds: 601))
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider("TempPass"))
        #expect(app.takeCallbacks().contains { $0.entry.details["errorId"] == .text("N111") })
    }

    @Test("a pass that expires unnoticed by the library: N111")
    func lateEnd() {
        var app = app()
        app.service.faults["/api/v1/tokens/media"] = 500
        app.call(.setSelectedProvider("TempPass"))
        app.service.faults["/api/v1/tokens/authn"] = 500
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.service.faults = [:]
        app.arrange(.elapse(seconds: 601))
        _ = app.takeCallbacks()
        app.call(.getAuthorization(resource: "kids", data: [:]))
        let callbacks = app.takeCallbacks()
        #expect(callbacks.contains { $0.entry.details["errorId"] == .text("N111") })
        #expect(callbacks.last?.entry.name == "tokenRequestFailed")
    }

    @Test("without a service, or with a faulty one, the login fails once", arguments: [500, 400, 404, 429, nil])
    func failing(status: Int?) {
        var app = app()
        if let status { app.service.faults[Self.path] = status } else { app.service.isReachable = false }
        app.call(.setSelectedProvider("TempPass"))
        let callbacks = app.takeCallbacks()
        #expect(callbacks.map(\.entry.name) == ["sendTrackingData", "sendTrackingData", "status", "setAuthenticationStatus"])
        #expect(callbacks[2].entry.details["errorId"] == .text("N500"))
        #expect(callbacks.last == .loginFailed)
        #expect(app.sessions["REF30"]?.isEmpty ?? true)
    }

    @Test("a pass replaces a login, and a login replaces a pass")
    func replacing() {
        var app = app()
        app.arrange(.storedToken(mvpd: "GammaSat", source: .regular, isForeign: false))
        app.call(.setSelectedProvider("TempPass"))
        #expect(app.sessions["REF30"]?.keys.sorted() == ["TempPass"])
        app.arrange(.answer(.picker, "alpha.example"))
        app.arrange(.answer(.signIn, "alice"))
        app.call(.getAuthentication(isForced: true, data: [:], filter: [:]))
        #expect(app.sessions["REF30"]?.keys.sorted() == ["AlphaCable"])
    }
}
