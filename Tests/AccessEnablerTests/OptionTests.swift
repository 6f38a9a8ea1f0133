import DecisionTables
import Encodings
import Foundation
import ServiceAccess
import Testing

@testable import AccessEnabler

/// `setOptions`: what is sent with every request.
@Suite("Options")
struct OptionTests {
    private let information = Data(#"{"model":"AppleTV","osName":"tvOS"}"#.utf8).base64EncodedString()

    /// What a request says about the options: visitor, profile, client information.
    private func options(of request: HTTPRequest) -> [String?] {
        let fields = request.query + { if case .form(let form) = request.body { form } else { [] } }()
        let header = request.headers.first { $0.name == "X-Device-Info" }?.value.removingPercentEncoding
        return ["ap_vi", "applicationProfile"].map { name in fields.first { $0.name == name }?.value } + [header]
    }

    /// Makes each call that leads to a request, from registration to logout.
    private func journey(_ app: inout FakeApp) {
        app.signIn()
        app.call(.getAuthorization(resource: "news", data: [:]))
        app.call(.checkPreauthorizedResources(["news"], usesCache: false))
        app.call(.getMetadata(arguments: ["opCode": .integer(3), "user_metadata_name": .text("zip")]))
        app.call(.logout)
        let paths = Set(app.service.requests.map(\.path))
        for path in ["/o/client/register", "/o/client/token", "/api/v1/config/REF30", "/api/v1/tokens/authn"] {
            #expect(paths.contains(path))
        }
    }

    /// `generic_data` of the requests to a path, in their order.
    private func genericData(_ app: FakeApp, _ path: String) -> [String?] {
        app.service.requests.filter { $0.path == path && $0.method == "POST" }.map { request in
            guard case .form(let form) = request.body else { return nil }
            return form.first { $0.name == "generic_data" }?.value
        }
    }

    @Test("the data of getAuthentication reaches the service with the registration code of a second screen")
    func dataOfSecondScreen() {
        var app = FakeApp(platform: .tvos)
        app.configure()
        app.call(.getAuthentication(isForced: false, data: ["email": .text("a@b.example")], filter: [:]))
        app.call(.setSelectedProvider("GammaSat"))
        #expect(genericData(app, "/reggie/v1/REF30/regcode") == [#"{"email":"a@b.example"}"#])
        app.call(.setSelectedProvider(nil))
        app.logIn()
        app.call(.setSelectedProvider("GammaSat"))
        #expect(genericData(app, "/reggie/v1/REF30/regcode").last == .some(nil))
    }

    @Test("the data of getAuthentication reaches the service with the platform's exchange; setRequestor sends none")
    func dataOfExchange() {
        var app = FakeApp()
        app.arrange(.access(.granted))
        app.configure()
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        app.call(.getAuthentication(isForced: false, data: ["email": .text("a@b.example")], filter: [:]))
        #expect(genericData(app, "/api/v1/tokens/authn") == [#"{"email":"a@b.example"}"#])
        app.relaunch()
        app.sessions = [:]
        app.configure()
        #expect(genericData(app, "/api/v1/tokens/authn").last == .some(nil))
        #expect(genericData(app, "/api/v1/tokens/authn").count == 2)
    }

    @Test("visitor, profile and client information are sent with every request", arguments: DecisionRow.Platform.allCases)
    func everywhere(platform: DecisionRow.Platform) {
        var app = FakeApp(platform: platform)
        app.call(
            .setOptions([
                "visitorID": .text("v&1"), "applicationProfile": .text("profile é"), "device_info": .text(information),
                "unknown": .text("x"),
            ]))
        journey(&app)
        for request in app.service.requests {
            #expect(options(of: request) == ["v&1", "profile é", information], "\(request.method) \(request.path)")
            #expect(!request.query.contains { $0.name == "unknown" || $0.name == "handleSVC" })
        }
    }

    @Test("without options the library describes the device itself", arguments: DecisionRow.Platform.allCases)
    func defaults(platform: DecisionRow.Platform) throws {
        var app = FakeApp(platform: platform)
        journey(&app)
        for request in app.service.requests {
            let options = options(of: request)
            #expect(options[0] == nil && options[1] == nil)
            let json = try #require(options[2].flatMap { Data(base64Encoded: $0) }.flatMap { JSONValue(parsing: Array($0)) })
            #expect(json["osName"]?.text == (platform == .ios ? "iOS" : "tvOS"))
            #expect(json["primaryHardwareType"]?.text == (platform == .ios ? "MobilePhone" : "SetTopBox"))
            #expect(json["applicationId"]?.text == "com.example.player")
        }
    }

    @Test("an option changes at any time, null removes it, others stay")
    func changing() {
        var app = FakeApp()
        app.call(.setOptions(["visitorID": .text("one"), "applicationProfile": .text("p"), "device_info": .text(information)]))
        app.configure()
        app.call(.setOptions(["visitorID": .text("two")]))
        app.configure()
        #expect(options(of: app.service.requests.last!) == ["two", "p", information])
        app.call(.setOptions(["visitorID": .null, "device_info": .null]))
        app.configure()
        let last = options(of: app.service.requests.last!)
        #expect(last[0] == nil && last[1] == "p" && last[2] != information && last[2]?.isEmpty == false)
    }

    @Test("values of other types are ignored", arguments: [JSONValue.integer(1), .flag(true), .list([]), .object([:])])
    func wrongTypes(value: JSONValue) {
        var app = FakeApp()
        app.call(.setOptions(["visitorID": value, "applicationProfile": value, "device_info": value]))
        app.configure()
        #expect(app.takeCallbacks().last == .setRequestorComplete(isSuccess: true))
        let last = options(of: app.service.requests.last!)
        #expect(last[0] == nil && last[1] == nil && last[2].flatMap { Data(base64Encoded: $0) } != nil)
    }

    @Test("client information is sent as given by the app, encoded as exactly one header")
    func unreadable() {
        var app = FakeApp()
        app.call(.setOptions(["device_info": .text("no Base64\r\nX: y")]))
        app.configure()
        let header = app.service.requests.last?.headers.first { $0.name == "X-Device-Info" }?.value
        #expect(header == "no%20Base64%0D%0AX%3A%20y")
    }

    @Test("handleSVC: the app gets pages of a provider that requires the system's browser, with useSVC, only if it requests them")
    func handlesSVC() {
        for (value, handles) in [(JSONValue.flag(true), true), (.text("true"), true), (.flag(false), false), (.null, false)] {
            var app = FakeApp()
            app.call(.setOptions(["handleSVC": value]))
            app.choose("BetaFiber")
            let pages = app.takeCallbacks().map(\.entry).filter { $0.name == "navigateToUrl" }
            #expect(pages.map { $0.details["useSVC"] } == (handles ? [.flag(true)] : []), "\(value)")
            #expect((app.browserPage == nil) == handles, "\(value)")
        }
    }

    @Test("the addresses of pages carry the options too")
    func pages() throws {
        var app = FakeApp()
        #expect(app.machine.page("page", []) == "page?redirect_url=")
        app.call(.setOptions(["visitorID": .text("v"), "applicationProfile": .text("p"), "device_info": .text(information)]))
        let fields = "ap_vi=v&applicationProfile=p&device_info=\(PercentEncoding.encode(information))"
        #expect(app.machine.page("page", .init(["a": "b"])) == "page?a=b&\(fields)&redirect_url=")
        app.choose("GammaSat")
        let url = try #require(app.lastPage)
        #expect(
            url.contains("&ap_vi=v&applicationProfile=p&device_info=") && url.hasSuffix("redirect_url=adobepass%3A%2F%2Fios.app"))
    }
}
