import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// What an app sees of HTTP 429, call by call, when throttling outlasts the two repetitions of a request.
@Suite("Throttling")
struct ThrottleTests {
    private let throttled = "Too many requests (throttled by the service)."

    /// The callbacks of a call whose request is throttled, and how often the request was sent.
    private func callbacks(
        of call: LibraryCall, throttling path: String, on platform: DecisionRow.Platform = .ios
    ) -> (callbacks: [Callback], requests: Int) {
        var app = FakeApp.withAccount(platform)
        app.setUp()
        // Afterwards the user metadata have to be fetched again.
        app.call(.getAuthorization(resource: "kids", data: [:]))
        _ = app.takeCallbacks()
        let count = app.service.requests.count
        app.service.faults[path] = 429
        app.call(call)
        let callbacks = app.takeCallbacks().filter { $0.entry.name != "sendTrackingData" }
        return (callbacks, app.service.requests.dropFirst(count).count { $0.path == path })
    }

    @Test("setRequestor: CFG429", arguments: ["/api/v1/config/REF30", "/o/client/register", "/o/client/token"])
    func setRequestor(path: String) {
        var app = FakeApp()
        app.service.faults[path] = 429
        app.configure()
        #expect(
            app.takeCallbacks() == [
                .status(StatusReport(errorID: "CFG429", message: throttled)), .setRequestorComplete(isSuccess: false),
            ])
        #expect(app.service.requests.count { $0.path == path } == (path.hasPrefix("/o/") ? 1 : 3))
    }

    @Test("checkAuthorization and getAuthorization: Z100, whose message differs from that of a denial", arguments: [false, true])
    func authorization(mayLogIn: Bool) {
        let call: LibraryCall =
            mayLogIn ? .getAuthorization(resource: "news", data: [:]) : .checkAuthorization(resource: "news", data: [:])
        for path in ["/api/v1/authorize", "/api/v1/tokens/media"] {
            let (callbacks, requests) = callbacks(of: call, throttling: path)
            #expect(
                callbacks == [
                    .status(StatusReport(.z100, message: throttled, resource: "news")),
                    .tokenRequestFailed(resource: "news", code: USER_NOT_AUTHORIZED_ERROR, description: throttled),
                ])
            #expect(requests == 3)
        }
    }

    @Test("checkPreauthorizedResources: P100 and an empty list")
    func checkPreauthorizedResources() {
        let (callbacks, requests) = callbacks(
            of: .checkPreauthorizedResources(["news", "kids"], usesCache: true), throttling: "/api/v1/preauthorize")
        #expect(
            callbacks == [
                .status(StatusReport(.p100, message: throttled, resource: "news,kids")), .preauthorizedResources([]),
            ])
        #expect(requests == 3)
    }

    @Test("preauthorize: onFailure with network_error")
    func preauthorize() {
        let (callbacks, requests) = callbacks(
            of: .preauthorize(resources: ["news"], usesCache: true), throttling: "/api/v1/preauthorize")
        #expect(callbacks == [.preauthorize(isServiced: false, .networkError(throttled))])
        #expect(requests == 3)
    }

    @Test("getMetadata: setMetadataStatus without a value")
    func getMetadata() {
        let arguments: [String: JSONValue] = ["opCode": .integer(3), "user_metadata_name": .text("userID")]
        let (callbacks, requests) = callbacks(of: .getMetadata(arguments: arguments), throttling: "/api/v1/tokens/usermetadata")
        #expect(callbacks == [.setMetadataStatus(nil, isEncrypted: false, key: 3, arguments: arguments)])
        #expect(requests == 3)
    }

    @Test("logout: the user is logged out in any case")
    func logout() {
        // On iOS the service is notified by its page.
        let (callbacks, requests) = callbacks(of: .logout, throttling: "/api/v1/logout", on: .tvos)
        #expect(callbacks == [.status(.signedInAtSystem), .loggedOut])
        #expect(requests == 3)
    }
}
