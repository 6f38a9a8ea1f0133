import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// `checkPreauthorizedResources` and `preauthorize`: what is requested, what is cached, and what the app receives.
@Suite("Preauthorization")
struct PreauthorizationTests {
    /// The callbacks of a call, and the lists that were requested from the service.
    private func ask(_ call: LibraryCall, in app: inout FakeApp) -> (callbacks: [Callback], lists: [String]) {
        let count = app.service.requests.count
        app.call(call)
        let requests = app.service.requests.dropFirst(count).filter { $0.path == "/api/v1/preauthorize" }
        return (app.takeCallbacks(), requests.compactMap { $0.query.first { $0.name == "resource" }?.value })
    }

    private func check(_ resources: [String], usesCache: Bool = true) -> LibraryCall {
        .checkPreauthorizedResources(resources, usesCache: usesCache)
    }

    // What is requested.

    @Test("the order of the app, each resource once, without empty texts")
    func order() {
        var app = FakeApp.signedIn()
        let (callbacks, lists) = ask(check(["sports", "", "nothing", "news", "sports"]), in: &app)
        #expect(callbacks == [.preauthorizedResources(["sports", "news"])])
        #expect(lists == ["sports,nothing,news"])
        let none = ask(check([]), in: &app)
        #expect(none.callbacks == [.preauthorizedResources([])] && none.lists.isEmpty)
    }

    @Test("items that are not strings are ignored", .timeLimit(.minutes(10)))
    func types() {
        #expect(AccessEnabler.resources(["news", 1, ["kids"], "sports" as Any]) == ["news", "sports"])
        #expect(AccessEnabler.resources(nil) == [])
    }

    @Test("media RSS and identifiers with commas are sent unchanged")
    func mediaRSS() {
        let document = #"<rss version="2.0"><channel><title>a, b</title><item><guid>100%</guid></item></channel></rss>"#
        var app = FakeApp.signedIn()
        app.service.preauthorizeAnswer = answer(["resources": .list([decision(document, true), decision("x,y", true)])])
        let (callbacks, lists) = ask(check(["x,y", document, "z"]), in: &app)
        #expect(callbacks == [.preauthorizedResources(["x,y", document])])
        let encoded = document.replacing("%", with: "%25").replacing(",", with: "%2C")
        #expect(lists == ["x%2Cy,\(encoded),z"])
    }

    // What is cached.

    @Test("decisions are cached for both calls, until cache = false, logout, expiry, another requestor, another login")
    func cache() {
        var app = FakeApp.signedIn()
        let question = check(["news", "kids"])
        #expect(ask(question, in: &app).lists.count == 1)
        #expect(ask(question, in: &app).lists.isEmpty && ask(check(["kids"]), in: &app).lists.isEmpty)
        #expect(ask(.preauthorize(resources: ["news"], usesCache: true), in: &app).lists.isEmpty)
        #expect(ask(check(["news", "movies"]), in: &app).lists == ["news,movies"], "all are asked for when one is missing")
        #expect(ask(check(["news"], usesCache: false), in: &app).lists == ["news"])
        #expect(ask(check(["kids"]), in: &app).lists == ["kids"], "cache = false has dropped the others")
        app.call(.setRequestor(id: "REF60", serviceProviders: []))
        app.configure()
        #expect(ask(question, in: &app).lists.count == 1, "another requestor")
        app.configure()
        #expect(ask(question, in: &app).lists.isEmpty, "the same requestor")
        app.call(.logout)
        app.configure()
        #expect(ask(question, in: &app).lists.count == 1, "logout")
        app.service.now += 31 * 86_400_000
        #expect(ask(question, in: &app).callbacks == [.preauthorizedResources([])], "expiry")
        app.configure()
        #expect(ask(question, in: &app).lists.count == 1)
    }

    @Test("another process has logged another user in at the same provider: nothing of the first one is cached")
    func otherLogin() {
        var app = FakeApp.signedIn()
        _ = ask(check(["news"]), in: &app)
        app.service.now += 1
        app.arrange(.storedToken(mvpd: "AlphaCable", source: .regular, isForeign: false))
        #expect(ask(check(["news"]), in: &app).lists.count == 1)
    }

    @Test("LOCAL_CACHE and REMOTE_CACHE are independent")
    func features() {
        var app = FakeApp.signedIn()
        func bypasses(local: Bool, remote: Bool) -> [Bool] {
            let count = app.service.requests.count
            app.call(.preauthorize(resources: ["news"], usesCache: local, usesServiceCache: remote))
            return app.service.requests.dropFirst(count).map { $0.query.contains { $0.name == "cache" && $0.value == "false" } }
        }
        #expect(bypasses(local: true, remote: true) == [false])
        #expect(bypasses(local: true, remote: false) == [], "the library's memory has it")
        #expect(bypasses(local: false, remote: true) == [false])
        #expect(bypasses(local: false, remote: false) == [true])
    }

    @Test("a decision that the service marks as not cacheable is not cached")
    func retry() {
        var app = FakeApp.signedIn()
        let error: JSONValue = .object([
            "status": .integer(403), "code": .text("network_connection_timeout"), "action": .text("retry"),
            "message": .text("Late."), "details": .text("d"), "helpUrl": .text("https://help.example"), "trace": .text("t"),
        ])
        let late = JSONValue.object(["id": .text("kids"), "authorized": .flag(false), "error": error])
        app.service.preauthorizeAnswer = answer(["resources": .list([decision("news", true), late])])
        let (callbacks, _) = ask(.preauthorize(resources: ["news", "kids"], usesCache: true), in: &app)
        let status = PreauthorizeAnswer.Status(
            status: 403, code: "network_connection_timeout", message: "Late.", details: "d", helpURL: "https://help.example",
            trace: "t", action: "retry")
        let decisions: [PreauthorizeAnswer.Decision] = [
            .init(id: "news", isAuthorized: true, error: nil), .init(id: "kids", isAuthorized: false, error: status),
        ]
        #expect(callbacks == [.preauthorize(isServiced: true, PreauthorizeAnswer(decisions: decisions))])
        #expect(ask(check(["news"]), in: &app).lists.isEmpty && ask(check(["kids"]), in: &app).lists.count == 1)
    }

    // What the app receives.

    @Test("P100 with an empty list: rejected, throttled, failed, unreadable, empty, unreachable")
    func failures() {
        let page = HTTPAnswer(status: 200, body: Array("<html>".utf8))
        let answers = [
            answer(["code": .text("too_many_resources"), "message": .text("At most 5.")], status: 403),
            HTTPAnswer(status: 429), HTTPAnswer(status: 503), page, answer(["resources": .list([])]),
            answer(["resources": .list([.integer(1)])]),
        ]
        for received in answers {
            var app = FakeApp.signedIn()
            app.service.preauthorizeAnswer = received
            let callbacks = ask(check(["news", "kids"]), in: &app).callbacks
            #expect(callbacks.map(\.entry.name) == ["status", "preauthorizedResources"], "\(received)")
            #expect(callbacks.first?.entry.details["errorId"] == .text("P100"))
            #expect(callbacks.first?.entry.details["level"] == .text("error"))
            #expect(callbacks.first?.entry.details["resource"] == .text("news,kids"))
            #expect(callbacks.first?.entry.details["message"]?.text?.isEmpty == false)
            #expect(callbacks.last == .preauthorizedResources([]))
        }
        var app = FakeApp.signedIn()
        app.service.isReachable = false
        #expect(ask(check(["news"]), in: &app).callbacks.map(\.entry.name) == ["status", "preauthorizedResources"])
    }

    @Test("not logged in, here or at the service: an empty list without a code")
    func withoutLogin() {
        var app = FakeApp()
        app.setUp()
        #expect(ask(check(["news"]), in: &app).callbacks == [.preauthorizedResources([])])
        app = FakeApp.signedIn()
        app.service.preauthorizeAnswer = answer(["status": .integer(412)], status: 412)
        #expect(ask(check(["news"]), in: &app).callbacks == [.preauthorizedResources([])])
        #expect(app.sessions["REF30"]?.isEmpty == true, "the login is over")
    }

    /// The service's answer, and its result.
    private var outcomes: [(received: HTTPAnswer, isServiced: Bool, status: Int, code: String, action: String)] {
        let error: JSONValue = .object(["status": .integer(400), "code": .text("bad_request"), "action": .text("none")])
        return [
            (answer(["resources": .list([]), "status": error]), true, 400, "bad_request", "none"),
            (
                answer(
                    ["status": .integer(403), "code": .text("too_many_resources"), "action": .text("configuration")], status: 403),
                true, 403, "too_many_resources", "configuration"
            ),
            (answer(["status": .integer(400), "message": .text("plain")], status: 400), true, 400, "bad_request", "none"),
            (
                answer(["message": .text("plain")], status: 412), true, 412, "preauthorization_authentication_session_missing",
                "authentication"
            ),
            (answer(["message": .text("plain")], status: 500), true, 500, "internal_error", "none"),
            (HTTPAnswer(status: 502, body: Array("<html>".utf8)), false, 0, "server_response_format_unknown", "none"),
            (HTTPAnswer(status: 200, body: Array("<html>".utf8)), false, 0, "server_response_format_unknown", "none"),
            (answer([:]), false, 0, "server_response_format_unknown", "none"),
            (answer(["resources": .list([.text("news")])]), false, 0, "server_response_format_unknown", "none"),
            (HTTPAnswer(status: 429), false, 0, "network_error", "none"),
        ]
    }

    @Test("preauthorize: onResponse with the service's error, onFailure where its answer cannot be read")
    func statuses() {
        for outcome in outcomes {
            var app = FakeApp.signedIn()
            app.service.preauthorizeAnswer = outcome.received
            let callbacks = ask(.preauthorize(resources: ["news"], usesCache: true), in: &app).callbacks
            guard case .preauthorize(let isServiced, let answer)? = callbacks.first, callbacks.count == 1 else {
                Issue.record("\(callbacks)")
                continue
            }
            #expect(isServiced == outcome.isServiced && answer.decisions.isEmpty, "\(outcome)")
            #expect(answer.status?.status == outcome.status && answer.status?.code == outcome.code, "\(outcome)")
            #expect(answer.status?.action == outcome.action, "\(outcome)")
        }
    }

    @Test("preauthorize: an empty list of the service is an answer without decisions")
    func emptyList() {
        var app = FakeApp.signedIn()
        app.service.preauthorizeAnswer = answer(["resources": .list([])])
        #expect(
            ask(.preauthorize(resources: ["news"], usesCache: true), in: &app).callbacks == [
                .preauthorize(isServiced: true, PreauthorizeAnswer())
            ])
    }

    @Test(
        "preauthorize: unreachable and insecure services are network_error",
        arguments: [
            (HTTPOutcome.unreachable("connection refused"), "connection refused"),
            (.insecure("its certificate is for another host"), "its certificate is for another host"),
        ])
    func network(outcome: HTTPOutcome, reason: String) {
        var app = FakeApp.signedIn()
        app.service.network = { _, _ in outcome }
        #expect(
            ask(.preauthorize(resources: ["news"], usesCache: true), in: &app).callbacks == [
                .preauthorize(isServiced: false, .networkError(reason))
            ])
    }

    @Test("preauthorize while another setRequestor runs fails at once, also when one has completed before")
    func configuring() throws {
        var app = FakeApp.signedIn()
        var machine = app.machine
        let load = machine.handle(.call(.setRequestor(id: "REF60", serviceProviders: [])), at: app.service.now)
        let failure = Effect.callback(.preauthorize(isServiced: false, .requestorNotConfigured), to: [9])
        let question = LibraryCall.preauthorize(resources: ["news"], usesCache: true)
        #expect(machine.handle(.call(question, ticket: 9), at: app.service.now) == [failure])
        guard case .load(let request, _, _)? = load.first else {
            Issue.record("nothing was read: \(load)")
            return
        }
        _ = machine.handle(.loaded(request, app.stored("REF60")), at: app.service.now)
        #expect(machine.handle(.call(question, ticket: 9), at: app.service.now) == [failure])
        app.call(question)
        #expect(app.takeCallbacks().first?.entry.name == "onResponse")
    }

    private func answer(_ object: [String: JSONValue], status: Int = 200) -> HTTPAnswer {
        HTTPAnswer(status: status, body: JSONValue.object(object).serialized)
    }

    private func decision(_ resource: String, _ isAuthorized: Bool) -> JSONValue {
        .object(["id": .text(resource), "authorized": .flag(isAuthorized)])
    }
}
