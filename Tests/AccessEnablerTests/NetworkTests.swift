import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// What the app receives when the network fails: the right code, the right callback, once.
@Suite("Network")
struct NetworkTests {
    /// An app; one that logs out without a page is a tvOS app.
    private func app(isSignedIn: Bool = true, method: String = "GET", isForTV: Bool = false) -> FakeApp {
        var app = FakeApp(platform: isForTV || method == "DELETE" ? .tvos : .ios)
        app.arrange(.access(.granted))
        if isSignedIn { app.arrange(.signIn(provider: "alpha.example", subscriber: "alice")) }
        return app
    }

    /// A callback as the tables write it; nil for tracking data.
    private func text(_ callback: Callback) -> String? {
        switch callback {
        case .sendTrackingData: nil
        case .status(let report): "status \(report.errorID)"
        case .setRequestorComplete(let isSuccess): "setRequestorComplete \(isSuccess ? 1 : 0)"
        case .setAuthenticationStatus(let isSuccess, let code): "setAuthenticationStatus \(isSuccess ? 1 : 0) \(code)"
        case .setToken(_, let resource): "setToken \(resource)"
        case .tokenRequestFailed(let resource, let code, _): "tokenRequestFailed \(resource) \(code)"
        case .preauthorizedResources(let resources): "preauthorizedResources \(resources.joined(separator: " "))"
        case .preauthorize(let isServiced, let answer):
            "\(isServiced ? "onResponse" : "onFailure") \(answer.status?.code ?? "\(answer.decisions.count)")"
        default: callback.entry.name
        }
    }

    @Test("a request", arguments: NetworkRequest.all, NetworkSituation.all)
    func request(request: NetworkRequest, situation: NetworkSituation) {
        var app = app(isSignedIn: request.isSignedIn && !request.isLogin, method: request.method, isForTV: request.isForTV)
        for call in request.preparation { app.call(call) }
        if request.isLogin { app.arrange(.signIn(provider: "alpha.example", subscriber: "alice")) }
        _ = app.takeCallbacks()
        let (before, start) = (app.service.requests.count, app.service.now)
        app.service.network = { sent, outcome in
            sent.method == request.method && sent.path == request.path ? situation.change(outcome) : outcome
        }
        app.call(request.call)
        #expect(app.takeCallbacks().compactMap(text) == request.callbacks(situation.kind))
        #expect(!app.machine.isServing)
        let sent = app.service.requests.dropFirst(before).filter { $0.method == request.method && $0.path == request.path }
        #expect(sent.count == (request.method == "POST" ? 1 : situation.attempts))
        #expect(app.service.now - start <= CallAllowance.longest)
        // Only a second screen is awaited outside the queue of calls.
        #expect(app.timers.isEmpty == (app.machine.openLogin?.secondScreen == nil))
        // Nothing is left over: the next call works as usual.
        app.service.network = nil
        app.configure()
        #expect(app.takeCallbacks().compactMap(text).last == "setRequestorComplete 1")
    }

    @Test(
        "a second screen is polled as long as an answer is possible; an untrusted service, or SEC412, ends the login",
        arguments: NetworkSituation.all.filter { $0.description != "never answered" })
    func polling(situation: NetworkSituation) {
        var app = FakeApp(platform: .tvos)
        app.arrange(.access(.granted))
        app.choose("GammaSat")
        #expect(app.takeCallbacks().compactMap(text).last == "status REGCODE")
        app.service.network = { sent, outcome in sent.path == "/api/v1/tokens/authn" ? situation.change(outcome) : outcome }
        app.arrange(.elapse(seconds: 120))
        let isOver = situation.kind == .insecure || situation.kind == .otherDevice
        let end =
            situation.kind == .insecure
            ? ["status SEC420", "setAuthenticationStatus 0 Generic Authentication Error"]
            : ["status SEC412", "setAuthenticationStatus 0 User Not Authenticated Error"]
        #expect(app.takeCallbacks().compactMap(text) == (isOver ? end : []))
        app.service.network = nil
        app.arrange(.webLogin(subscriber: "alice"))
        app.arrange(.elapse(seconds: 120))
        #expect(app.takeCallbacks().compactMap(text) == (isOver ? [] : ["setAuthenticationStatus 1 "]))
        #expect(app.timers.isEmpty)
    }

    @Test("retries wait one second, then two, plus jitter; never longer than five in all")
    func pauses() {
        for seed in 0..<200 as Range<UInt64> {
            var app = app()
            var environment = app.machine.environment
            environment.jitter = seed
            app.machine = EntitlementMachine(environment: environment)
            app.service.network = { request, outcome in
                request.method == "POST"
                    ? outcome : .answer(HTTPAnswer(status: 503, headers: seed.isMultiple(of: 2) ? [:] : ["retry-after": "2"]))
            }
            app.configure()
            #expect(app.paused >= 3_000 && app.paused <= CallAllowance.longestPauses)
        }
    }

    @Test("an app does not notice an interruption of the service", arguments: ["GET", "DELETE"])
    func recovery(method: String) {
        var app = app(method: method)
        app.setUp()
        let back = app.service.now + 1_000
        let start = app.service.requests.count
        app.service.outage = back
        if method == "GET" {
            app.call(.getAuthorization(resource: "news", data: [:]))
            #expect(app.takeCallbacks().compactMap(text) == ["setToken news"])
        } else {
            app.call(.logout)
            #expect(app.service.requests.dropFirst(start).map(\.method) == ["DELETE", "DELETE"])
        }
    }

    @Test("Retry-After: seconds, or a date by the service's clock")
    func retryAfter() {
        func wait(_ text: String?, date: String? = nil, number: Int = 0) -> Int64? {
            var headers = ["retry-after": text, "date": date].compactMapValues(\.self)
            headers["server"] = "x"
            return Repetition.wait(number, after: .answer(HTTPAnswer(status: 503, headers: headers)), now: 784_111_777_000)
        }
        #expect(wait(nil) == 1_000)
        #expect(wait(nil, number: 1) == 2_000)
        #expect(wait("3") == 3_000)
        #expect(wait("-3") == 0)
        #expect(wait("9223372036854775807") == 1_000_000_000)
        #expect(wait("Sun, 06 Nov 1994 08:49:39 GMT") == 2_000)
        #expect(wait("Sun, 06 Nov 1994 08:49:39 GMT", date: "Sun, 06 Nov 1994 08:49:35 GMT") == 4_000)
        #expect(wait("Sun, 06 Nov 1994 08:49:30 GMT") == 0)
        #expect(wait("tomorrow") == .max)
    }

    @Test("a call without a response ends after its time limit, and so do its open requests")
    func limit() {
        var app = app()
        app.setUp()
        app.service.network = { _, _ in nil }
        let start = app.service.now
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.service.now - start == CallAllowance.longest)
        guard case .tokenRequestFailed("news", USER_NOT_AUTHORIZED_ERROR, let text)? = app.takeCallbacks().last else {
            Issue.record("no answer")
            return
        }
        #expect(text.contains("30 seconds"))
        // The late answer is ignored.
        #expect(app.machine.handle(.http(1, .unreachable("late")), at: app.service.now).isEmpty)
    }

    @Test("no call retries forever: a service that rejects every access token and forgets every client")
    func loops() {
        for status in [401, 403] {
            var app = app()
            app.configure()
            let before = app.service.requests.count
            app.service.network = { request, outcome in
                guard request.path.hasPrefix("/api/") else { return outcome }
                let error = status == 401 ? "access_denied" : "invalid_client"
                return .answer(HTTPAnswer(status: status, body: Array(#"{"error":"\#(error)"}"#.utf8)))
            }
            app.call(.getAuthorization(resource: "news", data: [:]))
            #expect(app.service.requests.count - before <= 4)
            #expect(app.takeCallbacks().map(\.entry.name).count { $0 == "tokenRequestFailed" } == 1)
        }
    }
}
