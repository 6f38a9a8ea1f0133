import DecisionTables
import Foundation
import ServiceAccess
import Testing
import VideoSubscriberAccount

@testable import AccessEnabler

/// An app with the library's machine, a fake device, a fake service, and a storage in memory.
struct FakeApp {
    var machine: EntitlementMachine
    var device = FakeDevice()
    var service = FakeService()
    /// What is stored, by requestor.
    var sessions: [String: [String: Session]] = [:]
    var selected: [String: String] = [:]
    var clients: [String: Client] = [:]
    var deviceID = "device-1"
    /// The difference between the app's clock and the service's, in milliseconds.
    var clockOffset: Int64 = 0
    /// Whether the user looks at the system's dialog until `answerQuestion`.
    var personThinks = false
    /// The prompts for the user.
    private(set) var question: (request: RequestID, query: SignInQuery)?
    /// When the library's waits end, by the service's clock.
    private(set) var timers: [RequestID: Int64] = [:]
    /// How long the library has paused before it repeated requests, in milliseconds.
    private(set) var paused: Int64 = 0
    /// How often the library has sent requests to the service, those that it sends at the same time together, …
    private(set) var roundTrips = 0
    /// … and how often it has called the device.
    private(set) var deviceCalls = 0
    /// The prompts and waits that the library has cancelled, except the time limits of its calls.
    private(set) var withdrawn: [RequestID] = []
    private var limits: Set<RequestID> = []
    private(set) var callbacks: [Callback] = []
    /// The names of the callbacks about each call that had a ticket.
    private(set) var answers: [Ticket: [String]] = [:]
    /// The last page that the app had to show, or that the library has shown.
    private(set) var lastPage: String?
    /// The page that the library shows in the system's browser.
    private(set) var browserPage: RequestID?
    private var platform: DecisionRow.Platform
    private var statement: String?
    static let serviceURL = "http://127.0.0.1:1"

    init(platform: DecisionRow.Platform = .ios, statement: String? = "statement") {
        self.platform = platform
        self.statement = statement
        machine = Self.machine(platform, statement)
    }

    /// An app whose user is signed in to the system account.
    static func withAccount(_ platform: DecisionRow.Platform = .ios) -> FakeApp {
        var app = FakeApp(platform: platform)
        app.arrange(.access(.granted))
        app.arrange(.signIn(provider: "alpha.example", subscriber: "alice"))
        return app
    }

    /// The same, after `setRequestor`.
    static func signedIn() -> FakeApp {
        var app = withAccount()
        app.setUp()
        return app
    }

    private static func machine(_ platform: DecisionRow.Platform, _ statement: String?) -> EntitlementMachine {
        EntitlementMachine(
            environment: Environment(
                platform: platform == .ios ? .ios : .tvos, applicationID: "com.example.player",
                softwareStatement: statement, statementDigest: "digest"))
    }

    /// The app is restarted with the same storage.
    mutating func relaunch() {
        machine = Self.machine(platform, statement)
        timers = [:]
        browserPage = nil
    }

    /// Advances the time, and ends every wait that is over meanwhile.
    mutating func elapse(milliseconds: Int64) {
        let end = service.now + milliseconds
        while let next = timers.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), next.value <= end {
            timers[next.key] = nil
            service.now = next.value
            handle([.elapsed(next.key)])
        }
        service.now = end
    }

    /// Makes a call and carries out everything that follows from it.
    mutating func call(_ call: LibraryCall, ticket: Ticket? = nil) {
        serve([.call(call, ticket: ticket)])
    }

    /// Makes calls before the first of them is handled.
    mutating func calls(_ calls: [LibraryCall]) {
        serve(calls.map { .call($0, ticket: nil) })
    }

    /// A `setRequestor` whose callbacks do not matter.
    mutating func setUp() {
        configure()
        callbacks = []
    }

    /// A `setRequestor` that completes with 0, because the service is gone.
    mutating func loseConfiguration() {
        service.isReachable = false
        setUp()
    }

    private mutating func serve(_ calls: [Event]) {
        handle(calls)
        // Waits for what the queue waits for, and for nothing outside it.
        while machine.isServing, let next = timers.values.min() {
            paused += next - service.now
            elapse(milliseconds: next - service.now)
        }
    }

    /// Answers the prompts of a login.
    mutating func reply(_ call: LibraryCall, login: Ticket) {
        handle([.reply(call, login: login)])
    }

    /// No longer waits for a login.
    mutating func abandon(_ login: Ticket, isLast: Bool = true) { handle([.abandoned(login, isLast: isLast)]) }

    /// Begins a login, but no longer waits for it when that is the library's turn.
    mutating func logInBriefly(_ login: Ticket) {
        let call = LibraryCall.getAuthentication(isForced: false, data: [:], filter: [:])
        handle([.call(call, ticket: login), .abandoned(login, isLast: true)])
    }

    /// Begins a login behind another call, and no longer waits for it before its turn.
    mutating func abandonWaiting(_ login: Ticket, selecting provider: String? = nil, isLast: Bool = true) {
        let selection = provider.map { [Event.call(.setSelectedProvider($0))] } ?? []
        let call = LibraryCall.getAuthentication(isForced: false, data: [:], filter: [:])
        serve(
            [.call(.checkAuthentication)] + selection + [.call(call, ticket: login), .abandoned(login, isLast: isLast)])
    }

    /// Takes the callbacks since the last time.
    mutating func takeCallbacks() -> [Callback] {
        defer { callbacks = [] }
        return callbacks
    }

    /// The user answers an earlier prompt of the device.
    mutating func answerQuestion() {
        guard let (request, query) = question else { return }
        question = nil
        let outcome = device.ask(query, now: service.now + clockOffset).outcome
        handle([.dialog(request, .dismissed), .account(request, outcome)])
    }

    /// The page in the system's browser ends; nothing happens without one.
    mutating func endBrowserPage(_ end: PageEnd = .returned) {
        guard let request = browserPage else { return }
        browserPage = nil
        handle([.page(request, end)])
    }

    private mutating func ask(_ request: RequestID, _ query: SignInQuery) -> [Event] {
        let presented = Event.dialog(request, .presented(.dialogHandle))
        guard !personThinks else {
            question = (request, query)
            return [presented]
        }
        let (isShown, outcome) = device.ask(query, now: service.now + clockOffset)
        return (isShown ? [presented, .dialog(request, .dismissed)] : []) + [.account(request, outcome)]
    }

    private mutating func count(_ effects: [Effect]) {
        let requests = effects.filter { if case .http = $0 { true } else { false } }
        roundTrips += requests.isEmpty ? 0 : 1
        deviceCalls += effects.count { if case .account = $0 { true } else { false } }
    }

    private mutating func handle(_ first: [Event]) {
        var events = first
        while !events.isEmpty {
            let effects = machine.handle(events.removeFirst(), at: service.now + clockOffset)
            count(effects)
            for effect in effects {
                switch effect {
                case .load(let request, let requestor, let reading):
                    events.append(.loaded(request, stored(requestor, reading)))
                case .save(let change): store(change)
                case .http(let request, let content):
                    if let outcome = service.answer(content) { events.append(.http(request, outcome)) }
                case .account(let request, .signIn(let query)): events += ask(request, query)
                case .wait(let request, let milliseconds):
                    if milliseconds == CallAllowance.longest { limits.insert(request) }
                    timers[request] = service.now + milliseconds
                case .show(let request, let page):
                    browserPage = request
                    lastPage = page
                case .giveUp(let request):
                    if browserPage == request { browserPage = nil }
                    if limits.remove(request) == nil { withdrawn.append(request) }
                    timers[request] = nil
                    if question?.request == request { question = nil }
                case .account(let request, let query):
                    events.append(.account(request, device.answer(query, now: service.now + clockOffset)))
                case .callback(let callback, let tickets):
                    callbacks.append(callback)
                    for ticket in tickets { answers[ticket, default: []].append(callback.entry.name) }
                    if case .navigateToURL(let url, _) = callback { lastPage = url }
                case .superseded(let ticket): answers[ticket, default: []].append("superseded")
                case .joined: break
                }
            }
        }
    }

    func stored(_ requestor: String?, _ reading: StoreReading = .usual) -> StorageSnapshot {
        let own = requestor.flatMap { sessions[$0] } ?? [:]
        let all = sessions.filter { $0.key != requestor }.values.flatMap(\.values)
        let others: [Session] =
            switch reading {
            case .usual: []
            case .withOtherRequestors: all.filter { $0.deviceID == deviceID }
            case .everySession: all
            }
        return StorageSnapshot(
            deviceID: deviceID, service: Self.serviceURL, clients: clients, sessions: own,
            otherSessions: others.sorted { ($0.storedAt, $0.mvpd) > ($1.storedAt, $1.mvpd) },
            selectedProvider: requestor.flatMap { selected[$0] })
    }

    mutating func store(_ change: StoreChange) {
        switch change {
        case .client(let key, let client): clients[key] = client
        case .session(let session), .authorization(let session, _, _), .metadata(let session), .expiry(let session, _),
            .removeSession(let session):
            let stored = sessions[session.requestor]?[session.mvpd]
            sessions[session.requestor, default: [:]][session.mvpd] = change.changed(stored)
        case .select(let requestor, let mvpd): selected[requestor] = mvpd
        case .clear:
            sessions = [:]
            selected = [:]
        }
    }
}

extension FakeApp {
    /// Sets up an arrangement of the decision tables.
    mutating func arrange(_ arrangement: Arrangement) {
        switch arrangement {
        case .access(let access):
            device.access =
                switch access {
                case .granted: .granted
                case .denied: .denied
                case .notDetermined: .notDetermined
                case .restricted: .restricted
                }
        case .signIn(let provider, let subscriber): device.account = (provider, subscriber)
        case .signOut(let keepsAccess):
            device.account = nil
            if !keepsAccess { device.access = .notDetermined }
        case .expireAccount: device.isExpired = true
        case .answer(let prompt, let text): device.answers.append((prompt, text))
        case .deviceUnreachable: device.isReachable = false
        case .integration(let mvpd, let isEnabled): change(mvpd) { $0.isEnabled = isEnabled }
        case .singleSignOn(let mvpd, let isOn): change(mvpd) { $0.hasSingleSignOn = isOn }
        case .degradation(let mvpd, let rule): change(mvpd) { $0.degradation = rule == .none ? nil : rule.rawValue }
        case .authenticationLifetime(let mvpd, let seconds): change(mvpd) { $0.lifetime = Int64(seconds) * 1_000 }
        case .refuseResponses(let provider): service.refusedProviders.insert(provider)
        case .statement(let state):
            statement = state == .missing ? nil : "statement"
            service.acceptsStatements = false
            relaunch()
        case .serviceUnreachable: service.isReachable = false
        case .serviceAnswers(let call, let status): service.faults[Self.path(of: call)] = status
        case .clockOffset(let seconds):
            clockOffset = Int64(seconds) * 1_000
            relaunch()
        case .relaunch: relaunch()
        case .anotherDevice: deviceID += "-new"
        case .elapse(let seconds), .wait(let seconds): elapse(milliseconds: Int64(seconds) * 1_000)
        case .storedToken(let mvpd, let source, let isForeign):
            sessions["REF30", default: [:]][mvpd] = Session(
                requestor: "REF30", mvpd: mvpd, userID: "u-alice", expires: service.now + 86_400_000,
                deviceID: isForeign ? "another-device" : deviceID, source: source == .apple ? .apple : .regular,
                storedAt: service.now)
        case .pageInBrowser: if browserPage == nil { Issue.record("the library shows no page") }
        case .webLogin(let subscriber):
            logIn(subscriber)
            endBrowserPage()
        case .followPage:
            followPage()
            endBrowserPage()
        case .providerAnswers(.unreachable): service.isProviderReachable = false
        }
    }

    /// Logs in on the last page that was shown, or with the last code that it showed.
    private mutating func logIn(_ subscriber: String) {
        guard let mvpd = lastPage.flatMap(Self.provider) ?? service.codes.last?.mvpd else { return }
        service.logIn(subscriber, at: mvpd)
    }

    /// The provider whose login page has an address.
    private static func provider(of page: String) -> String? {
        URLComponents(string: page)?.queryItems?.first { $0.name == "mso_id" }?.value
    }

    /// Shows the last page, which does not prompt: a logout, or a login at a degraded provider.
    private mutating func followPage() {
        guard let page = lastPage else { return }
        guard page.contains("/adobe-services/logout?") else {
            if let mvpd = Self.provider(of: page) { service.logInDegraded(at: mvpd) }
            return
        }
        service.logOut()
    }

    private static func path(of call: Arrangement.ServiceCall) -> String {
        switch call {
        case .register: "/o/client/register"
        case .token: "/o/client/token"
        case .configuration: "/api/v1/config/REF30"
        }
    }

    private mutating func change(_ mvpd: String, _ change: (inout FakeService.Integration) -> Void) {
        guard let index = service.integrations.firstIndex(where: { $0.mvpd == mvpd }) else { return }
        change(&service.integrations[index])
    }
}
