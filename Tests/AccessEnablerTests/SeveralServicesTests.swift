import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// Several services at once, the failure of some of them, and their clocks.
@Suite("Several services")
struct SeveralServicesTests {
    private let one = "https://one.example"
    private let two = "https://two.example"

    private func setRequestor(_ services: [String]? = nil, id: String = "REF30") -> LibraryCall {
        .setRequestor(id: id, serviceProviders: services ?? [one, two])
    }

    /// The callbacks as identifiers of codes and statuses.
    private func texts(_ callbacks: [Callback]) -> [String] {
        callbacks.compactMap { callback in
            switch callback {
            case .status(let report): report.errorID
            case .setRequestorComplete(let isSuccess): isSuccess ? "1" : "0"
            default: nil
            }
        }
    }

    /// The answer of a service that fails.
    enum Fault: Sendable, CaseIterable {
        case unreachable, interrupted, insecure, page, failure, refusal

        var outcome: HTTPOutcome {
            switch self {
            case .unreachable: .unreachable("nobody")
            case .interrupted: .interrupted("closed")
            case .insecure: .insecure("TLS")
            case .page: .answer(HTTPAnswer(status: 200, body: Array("<html>".utf8)))
            case .failure: .answer(HTTPAnswer(status: 500))
            case .refusal: .answer(HTTPAnswer(status: 400, body: Array(#"{"error":"invalid_software_statement"}"#.utf8)))
            }
        }
    }

    @Test("one failing service of two is not an error", arguments: Fault.allCases, [false, true])
    func oneFails(fault: Fault, isFirst: Bool) {
        var app = FakeApp.withAccount()
        let (bad, good) = isFirst ? (one, two) : (two, one)
        app.service.network = { request, outcome in request.service == bad ? fault.outcome : outcome }
        app.call(setRequestor())
        #expect(app.takeCallbacks() == [.setRequestorComplete(isSuccess: true)])
        #expect(app.machine.configuration?.providers.allSatisfy { $0.service == good } == true)
        app.call(.getAuthorization(resource: "news", data: [:]))
        #expect(app.takeCallbacks().last?.entry.name == "setToken")
    }

    @Test("a service that never responds is awaited for ten seconds; if none responds, thirty")
    func silent() {
        var app = FakeApp.withAccount()
        let start = app.service.now
        app.service.network = { [two] request, outcome in request.service == two ? nil : outcome }
        app.call(setRequestor())
        #expect(app.takeCallbacks() == [.setRequestorComplete(isSuccess: true)])
        #expect(app.service.now - start == Configurations.patience)
        #expect(app.timers.isEmpty)
        app.service.network = { _, _ in nil }
        app.call(setRequestor())
        #expect(texts(app.takeCallbacks()) == ["CFG404", "0"])
        #expect(app.service.now - start == Configurations.patience + CallAllowance.longest)
    }

    @Test("if all fail, the first code in the app's order that is more specific than unreachable")
    func allFail() {
        for (faults, code) in [
            ([Fault.unreachable, .refusal], "R400"), ([.failure, .insecure], "CFG500"), ([.insecure, .failure], "SEC420"),
            ([.page, .unreachable], "CFG404"),
        ] {
            var app = FakeApp.withAccount()
            app.service.network = { [one] request, _ in request.service == one ? faults[0].outcome : faults[1].outcome }
            app.call(setRequestor())
            #expect(texts(app.takeCallbacks()) == [code, "0"])
        }
    }

    @Test("an MVPD belongs to the service that responds first, in any order of the app")
    func fastest() {
        var app = FakeApp.withAccount()
        // The second knows the app already; the first has to register it.
        app.call(setRequestor([two]))
        app.call(setRequestor())
        #expect(app.machine.configuration?.providers.allSatisfy { $0.service == two } == true)
        #expect(Set(app.clients.keys) == ["\(one) digest", "\(two) digest"])
    }

    @Test("requests about an MVPD go to its service: exchange, authorization, the login's page, logout")
    func binding() {
        var app = FakeApp.withAccount()
        app.service.network = { [one] request, outcome in
            guard request.path.hasPrefix("/api/v1/config/"), case .answer(var answer) = outcome,
                let mvpds = answer.json?["requestor"]?["mvpds"]?.list
            else { return outcome }
            let own = mvpds.filter { ($0["id"]?.text == "AlphaCable") == (request.service == one) }
            answer.body = JSONValue.object(["requestor": .object(["mvpds": .list(own)])]).serialized
            return .answer(answer)
        }
        app.call(setRequestor())
        #expect(
            app.machine.configuration?.providers.map(\.id) == ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"])
        let before = app.service.requests.count
        for call in [
            LibraryCall.getAuthorization(resource: "news", data: [:]), .checkPreauthorizedResources(["news"], usesCache: false),
        ] {
            app.call(call)
        }
        #expect(app.service.requests.count > before)
        #expect(app.service.requests.dropFirst(before).map(\.service).allSatisfy { $0 == one })
        app.arrange(.access(.denied))
        app.call(setRequestor())
        app.logIn()
        _ = app.takeCallbacks()
        app.call(.setSelectedProvider("GammaSat"))
        #expect(app.lastPage?.hasPrefix("\(two)/api/v1/authenticate?") == true)
    }

    @Test("logout goes to the MVPD's service")
    func logout() {
        var app = FakeApp.withAccount(.tvos)
        app.service.network = { [one] request, outcome in request.service == one ? .unreachable("nobody") : outcome }
        app.call(setRequestor())
        let before = app.service.requests.count
        app.service.network = nil
        app.call(.logout)
        #expect(app.service.requests.dropFirst(before).map { "\($0.method) \($0.service)" } == ["DELETE \(two)"])
    }

    @Test("a second setRequestor during the first: each completes once, the last one counts, calls between belong to the first")
    func second() {
        var app = FakeApp.withAccount()
        app.calls([
            setRequestor(), .checkAuthentication, setRequestor(id: "REF60"), setRequestor(id: "NOBODY"), .checkAuthentication,
        ])
        let names = app.takeCallbacks().filter { $0.entry.name != "sendTrackingData" }.map { callback in
            switch callback {
            case .setRequestorComplete(let isSuccess): "complete \(isSuccess)"
            case .setAuthenticationStatus(let isSuccess, _): "authenticated \(isSuccess)"
            case .status(let report): report.errorID
            default: callback.entry.name
            }
        }
        #expect(
            names == ["complete true", "authenticated true", "complete true", "CFG400", "complete false", "authenticated false"])
        #expect(app.machine.requestor == "NOBODY")
    }

    @Test(
        "CFG100: more than five minutes from the service's clock, before or behind it, once",
        arguments: [-301, -299, 0, 299, 301])
    func clock(seconds: Int) {
        var app = FakeApp.withAccount()
        app.arrange(.clockOffset(seconds: seconds))
        app.call(setRequestor())
        let expected = abs(seconds) > 300 ? ["CFG100", "1"] : ["1"]
        #expect(texts(app.takeCallbacks()) == expected)
        app.call(setRequestor())
        #expect(texts(app.takeCallbacks()) == expected)
    }

    @Test("a rejected configuration: the code by status, only if the service itself rejects it")
    func refusals() {
        for (status, body, code) in [
            (400, #"{"code":"invalid_requestor"}"#, "CFG400"), (404, #"{"code":"invalid_requestor"}"#, "CFG400"),
            (403, #"{"status":403}"#, "SEC403"), (403, "<html>", "CFG404"), (400, "<html>", "CFG404"), (404, "", "CFG404"),
            (418, "{}", "CFG404"), (500, "", "CFG500"), (599, "<html>", "CFG599"), (429, "", "CFG429"),
        ] {
            var app = FakeApp.withAccount()
            app.service.network = { request, outcome in
                guard request.path.hasPrefix("/api/v1/config/") else { return outcome }
                return .answer(HTTPAnswer(status: status, body: Array(body.utf8)))
            }
            app.call(setRequestor([one]))
            #expect(texts(app.takeCallbacks()) == [code, "0"], "\(status) \(body)")
        }
    }
}
