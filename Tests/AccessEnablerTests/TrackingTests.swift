import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// `sendTrackingData`: the array of each event, on both platforms, and its place before the event's own callbacks.
@Suite("Tracking")
struct TrackingTests {
    private func app(_ platform: DecisionRow.Platform, _ subscriber: String? = "alice") -> FakeApp {
        var app = FakeApp(platform: platform)
        app.arrange(.access(.granted))
        if let subscriber { app.arrange(.signIn(provider: "alpha.example", subscriber: subscriber)) }
        app.setUp()
        return app
    }

    private func device(_ platform: DecisionRow.Platform) -> [String] {
        platform == .ios ? ["mobile", "ios", "iOS"] : ["unknown", "ios", "tvOS"]
    }

    @Test("an iPad is a tablet in tracking data and client information")
    func tablet() {
        func environment(_ platform: AccessEnablerSettings.Platform) -> Environment {
            var environment = Environment(
                platform: platform, applicationID: "com.example.player", softwareStatement: nil, statementDigest: "")
            environment.device = .tablet
            return environment
        }
        #expect(environment(.ios).trackingDevice == ["tablet", "ios", "iOS"])
        #expect(environment(.ios).clientInformation["primaryHardwareType"] == .text("Tablet"))
        #expect(environment(.ios).clientInformation["model"] == .text("iPad"))
        // A television is not.
        #expect(environment(.tvos).trackingDevice == ["unknown", "ios", "tvOS"])
        #expect(environment(.tvos).clientInformation["primaryHardwareType"] == .text("SetTopBox"))
    }

    private func callbacks(of call: LibraryCall, in app: inout FakeApp) -> [Callback] {
        app.call(call)
        return app.takeCallbacks()
    }

    @Test("TRACKING_AUTHENTICATION of a login that is stored", arguments: DecisionRow.Platform.allCases)
    func storedAuthentication(platform: DecisionRow.Platform) {
        var app = app(platform)
        let data = ["true", "AlphaCable", Digest.md5("u-alice"), "true"] + device(platform)
        let expected: [Callback] = [
            .sendTrackingData(data, event: TRACKING_AUTHENTICATION), .loggedIn,
        ]
        #expect(callbacks(of: .checkAuthentication, in: &app) == expected)
        #expect(callbacks(of: .getAuthentication(isForced: false, data: [:], filter: [:]), in: &app) == expected)
    }

    @Test("TRACKING_AUTHENTICATION of a new login", arguments: DecisionRow.Platform.allCases)
    func newAuthentication(platform: DecisionRow.Platform) {
        var app = app(platform, nil)
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        let data = ["true", "AlphaCable", Digest.md5("u-alice"), "false"] + device(platform)
        #expect(
            callbacks(of: .getAuthentication(isForced: false, data: [:], filter: [:]), in: &app) == [
                .sendTrackingData(data, event: TRACKING_AUTHENTICATION), .loggedIn,
            ])
    }

    @Test("TRACKING_AUTHENTICATION without a login: full length, then the codes", arguments: DecisionRow.Platform.allCases)
    func noAuthentication(platform: DecisionRow.Platform) {
        var app = app(platform, nil)
        app.arrange(.access(.denied))
        let tracking = Callback.sendTrackingData(["false", "", "", ""] + device(platform), event: TRACKING_AUTHENTICATION)
        #expect(
            callbacks(of: .checkAuthentication, in: &app) == [
                tracking, .status(StatusReport(.vsa403)), .status(StatusReport(.n000)),
                .loggedOut,
            ])
        let login = callbacks(of: .getAuthentication(isForced: false, data: [:], filter: [:]), in: &app)
        #expect(Array(login.prefix(2)) == [tracking, .status(StatusReport(.vsa403))])
        #expect(login.map(\.entry.name) == ["sendTrackingData", "status", "displayProviderDialog"])
    }

    @Test("TRACKING_AUTHORIZATION with success, first requested and then cached", arguments: DecisionRow.Platform.allCases)
    func authorization(platform: DecisionRow.Platform) {
        var app = app(platform)
        for isCached in ["false", "true"] {
            let callbacks = callbacks(of: .checkAuthorization(resource: "news", data: [:]), in: &app)
            let data = ["true", "AlphaCable", Digest.md5("u-alice"), isCached, "", ""] + device(platform)
            #expect(callbacks.map(\.entry.name) == ["sendTrackingData", "sendTrackingData", "setToken"])
            #expect(callbacks[1] == .sendTrackingData(data, event: TRACKING_AUTHORIZATION))
        }
    }

    @Test("TRACKING_AUTHORIZATION without success: error and details, full length", arguments: DecisionRow.Platform.allCases)
    func denial(platform: DecisionRow.Platform) {
        var app = app(platform, "bob")
        let text = "Not in your package."
        let data = ["false", "", "", "", USER_NOT_AUTHORIZED_ERROR, text] + device(platform)
        #expect(
            callbacks(of: .getAuthorization(resource: "sports", data: [:]), in: &app).dropFirst() == [
                .sendTrackingData(data, event: TRACKING_AUTHORIZATION),
                .status(StatusReport(.z100, message: text, resource: "sports")),
                .tokenRequestFailed(resource: "sports", code: USER_NOT_AUTHORIZED_ERROR, description: text),
            ])
    }

    @Test("TRACKING_AUTHORIZATION without a login follows the answer about the login")
    func unauthenticated() {
        var app = app(.ios, nil)
        let data = ["false", "", "", "", USER_NOT_AUTHENTICATED_ERROR, ""] + device(.ios)
        let callbacks = callbacks(of: .checkAuthorization(resource: "news", data: [:]), in: &app)
        #expect(
            callbacks.map(\.entry.name) == [
                "sendTrackingData", "status", "setAuthenticationStatus", "sendTrackingData", "tokenRequestFailed",
            ])
        #expect(callbacks[3] == .sendTrackingData(data, event: TRACKING_AUTHORIZATION))
    }

    @Test("TRACKING_GET_SELECTED_PROVIDER with and without a selection", arguments: DecisionRow.Platform.allCases)
    func selection(platform: DecisionRow.Platform) {
        var app = app(platform, nil)
        for mvpd in ["GammaSat", nil] {
            let callbacks = callbacks(of: .setSelectedProvider(mvpd), in: &app)
            #expect(
                callbacks.first == .sendTrackingData([mvpd ?? ""] + device(platform), event: TRACKING_GET_SELECTED_PROVIDER))
        }
    }

    @Test("no other call sends any", arguments: DecisionRow.Platform.allCases)
    func silent(platform: DecisionRow.Platform) {
        var app = app(platform)
        let calls: [LibraryCall] = [
            .setRequestor(id: "REF30", serviceProviders: []), .setOptions([:]), .getSelectedProvider,
            .checkPreauthorizedResources(["news"], usesCache: true),
            .preauthorize(resources: ["news"], usesCache: true),
            .getMetadata(arguments: ["opCode": .integer(0)]), .handleExternalURL(nil), .logout,
        ]
        for call in calls {
            #expect(!callbacks(of: call, in: &app).contains { $0.entry.name == "sendTrackingData" }, "\(call)")
        }
    }
}
