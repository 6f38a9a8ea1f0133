import EntitlementModel
import ServiceAccess
import VideoSubscriberAccount

@testable import AccessEnabler

/// The library's state machine in the world of a walk. Its requests are answered in random order.
struct WalkApp {
    private(set) var world: World
    private var machine: EntitlementMachine
    private var services = WalkServices()
    private var sessions: [String: [String: Session]] = [:]
    private var selected: [String: String] = [:]
    private var clients: [String: Client] = [:]
    /// The pending events of the state machine: the lists are independent, and each is in order.
    private var pending: [(service: World.Service?, events: [Event])] = []
    private var question: (request: RequestID, query: SignInQuery)?
    private var dialog: UIViewController?
    /// The page that the library shows in the system's browser.
    private var browserPage: RequestID?
    /// What was requested and is neither answered nor cancelled.
    private var open: Set<RequestID> = []
    /// The current waits: when they end, and how long they take in total.
    private var timers: [RequestID: (end: Int64, length: Int64)] = [:]
    private var lastRequest = 0
    private var lastTime: Int64 = 0
    private(set) var httpCount = 0
    /// Callbacks and prompts since they were last read.
    private var lines: [String] = []
    /// The calls since the app was started, by ticket, and the callbacks about each.
    private(set) var calls: [ModelCall] = []
    private(set) var answers: [Ticket: [String]] = [:]
    /// Violated rules.
    private(set) var findings: [String] = []

    init(platform: World.Platform) {
        world = World(platform: platform)
        machine = Self.machine(world)
    }

    private static func machine(_ world: World) -> EntitlementMachine {
        EntitlementMachine(
            environment: Environment(
                platform: world.platform == .ios ? .ios : .tvos, applicationID: "com.example.player",
                softwareStatement: world.statement == .missing ? nil : "statement", statementDigest: "digest"))
    }

    mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    var isAsking: Bool { question != nil }
    /// Whether a session of any requestor is stored.
    var hasSessions: Bool { sessions.values.contains { !$0.isEmpty } }

    private mutating func find(_ rule: String) { findings.append(rule) }
}

// What happens to the app.
extension WalkApp {
    mutating func call(_ calls: [ModelCall]) {
        let first = self.calls.count
        self.calls += calls
        pending.append((nil, calls.enumerated().map { .call($1.libraryCall, ticket: first + $0) }))
    }

    mutating func apply(_ happening: Happening) {
        if case .elapse(let milliseconds) = happening { return elapse(until: world.now + milliseconds) }
        world.apply(happening)
        services.apply(happening, world)
        switch happening {
        case .relaunch:
            machine = Self.machine(world)
            (pending, timers) = ([], [:])
            (question, dialog, browserPage, open) = (nil, nil, nil, [])
            (calls, answers) = ([], [:])
            lastRequest = 0
        default: break
        }
    }

    /// Lets time pass, and ends every wait that is over meanwhile, with its effects.
    private mutating func elapse(until end: Int64) {
        var random = WalkRandom(seed: UInt64(end))
        while let next = timers.min(by: { ($0.value.end, $0.key) < ($1.value.end, $1.key) }), next.value.end <= end {
            timers[next.key] = nil
            world.now = max(world.now, next.value.end)
            handle(.elapsed(next.key))
            drain(&random)
        }
        world.now = end
    }

    mutating func act(_ action: UserAction) {
        if case .endsPage = action {
            if let request = browserPage { pending.append((nil, [.page(request, .returned)])) }
            browserPage = nil
            return
        }
        guard let (request, query) = question else { return }
        switch action {
        case .dialogAppears: pending.append((nil, [.dialog(request, .presented(.dialogHandle))]))
        case .dialogGoes: pending.append((nil, [.dialog(request, .dismissed)]))
        default:
            question = nil
            pending.append((nil, [.account(request, world.outcome(of: action, asked: query))]))
        }
    }

    /// Performs everything that is pending.
    mutating func drain(_ random: inout WalkRandom) {
        var count = 0
        while step(&random) || endShortWait() {
            count += 1
            guard count < 2_000 else { return find("the machine polls forever") }
        }
    }

    /// Performs one pending step; false if there is none.
    @discardableResult
    mutating func step(_ random: inout WalkRandom) -> Bool {
        // The slower service answers after the faster one has sent everything.
        let eligible = pending.indices.filter { index in
            guard let service = pending[index].service, service != world.fastest else { return true }
            return !pending.contains { $0.service == world.fastest }
        }
        guard !eligible.isEmpty else { return false }
        let index = eligible[random.below(eligible.count)]
        let event = pending[index].events.removeFirst()
        if pending[index].events.isEmpty { pending.remove(at: index) }
        handle(event)
        return true
    }

    /// Ends the next short wait, such as that before a repeated request; longer ones end when time passes.
    private mutating func endShortWait() -> Bool {
        let next = timers.filter { $0.value.length < 5_000 }.min { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
        guard let next else { return false }
        timers[next.key] = nil
        handle(.elapsed(next.key))
        return true
    }

    /// An event that nothing waits for: the library has to ignore it.
    mutating func stray(_ random: inout WalkRandom) {
        let request = random.once(in: 2) ? lastRequest + 1_000 : -1
        switch random.below(6) {
        case 0: handle(.http(request, .unreachable("stray")))
        case 1: handle(.account(request, .access(.granted)))
        case 2: handle(.dialog(request, .presented(.dialogHandle)))
        case 3: handle(.elapsed(request))
        case 4: handle(.page(request, .returned))
        default: handle(.loaded(request, StorageSnapshot()))
        }
    }
}

// The state machine's effects.
extension WalkApp {
    private mutating func handle(_ event: Event) {
        if world.now < lastTime { find("time goes back") }
        lastTime = world.now
        if let request = event.answered { open.remove(request) }
        for effect in machine.handle(event, at: world.now) { perform(effect) }
    }

    private mutating func perform(_ effect: Effect) {
        switch effect {
        case .load(let request, let requestor, let reading):
            note(request)
            pending.append((nil, [.loaded(request, stored(requestor, reading))]))
        case .save(let change): save(change)
        case .http(let request, let content):
            note(request)
            httpCount += 1
            guard let service = WalkServices.service(at: content.service) else {
                return find("a request to \(content.service)")
            }
            pending.append((service, [.http(request, services.answer(content, world))]))
        case .account(let request, .signIn(let query)):
            note(request)
            if question != nil { find("two questions at a time") }
            question = (request, query)
            lines.append(query.line)
        case .account(let request, let query):
            note(request)
            if question != nil { find("the account is queried while the system prompts the user") }
            pending.append((nil, [.account(request, world.answer(query))]))
        case .wait(let request, let milliseconds):
            note(request)
            if milliseconds <= 0 { find("a wait of \(milliseconds) ms") }
            timers[request] = (world.now + milliseconds, milliseconds)
        case .show(let request, let page):
            note(request)
            if browserPage != nil { find("two pages in the browser at a time") }
            if !WalkServices.isPage(page) { find("a page at \(page)") }
            browserPage = request
            lines.append(World.line(browsing: page))
        case .giveUp(let request):
            if open.remove(request) == nil { find("request \(request) is given up, but it is not open") }
            timers[request] = nil
            if browserPage == request { browserPage = nil }
            if question?.request == request {
                question = nil
                lines.append("withdraw")
            }
        case .callback(let callback, let tickets):
            receive(callback)
            for ticket in tickets { answers[ticket, default: []].append(callback.line) }
        case .superseded(let ticket): answers[ticket, default: []].append("superseded")
        case .joined: break
        }
    }

    /// Every request has its own number.
    private mutating func note(_ request: RequestID) {
        if request <= lastRequest { find("request \(request) comes after \(lastRequest)") }
        lastRequest = request
        open.insert(request)
    }
}

// The storage.
extension WalkApp {
    private var device: String { "device-\(world.device)" }

    private func stored(_ requestor: String?, _ reading: StoreReading) -> StorageSnapshot {
        let others = sessions.filter { $0.key != requestor }.values.flatMap(\.values)
        return StorageSnapshot(
            deviceID: device, service: WalkServices.address(of: .first), clients: clients,
            sessions: requestor.flatMap { sessions[$0] } ?? [:],
            otherSessions: reading == .everySession ? others : reading == .withOtherRequestors ? ofDevice(others) : [],
            selectedProvider: requestor.flatMap { selected[$0] })
    }

    private func ofDevice(_ sessions: [Session]) -> [Session] {
        sessions.filter { $0.deviceID == device }
            .sorted { ($0.storedAt, $0.mvpd, $0.requestor) > ($1.storedAt, $1.mvpd, $1.requestor) }
    }

    private mutating func save(_ change: StoreChange) {
        if let session = change.session { save(change, of: session) }
        switch change {
        case .client(let key, let client): clients[key] = client
        case .select(let requestor, let mvpd): selected[requestor] = mvpd
        case .clear:
            (sessions, selected) = ([:], [:])
            services.forgetFetched()
        default: break
        }
    }

    private mutating func save(_ change: StoreChange, of session: Session) {
        let stored = change.changed(sessions[session.requestor]?[session.mvpd])
        sessions[session.requestor, default: [:]][session.mvpd] = stored
        if case .session = change, session.deviceID != device { find("a token for \(session.deviceID) is stored") }
        if session.storedAt > world.now { find("a token from the future is stored") }
        if let stored, holdsMediaToken(stored.json) { find("a media token is stored") }
    }

    private func holdsMediaToken(_ value: JSONValue) -> Bool {
        switch value {
        case .text(let text): text.contains("media-")
        case .list(let list): list.contains(where: holdsMediaToken)
        case .object(let object): object.values.contains(where: holdsMediaToken)
        default: false
        }
    }
}

// What the app receives.
extension WalkApp {
    private mutating func receive(_ callback: Callback) {
        lines.append(callback.line)
        switch callback {
        case .presentTvProviderDialog(let shown):
            if dialog != nil { find("a dialog over a dialog") }
            dialog = shown
        case .dismissTvProviderDialog(let shown):
            if dialog !== shown { find("a dialog is dismissed that is not shown") }
            dialog = nil
        case .navigateToURL(let url, _):
            if !WalkServices.isPage(url) { find("a page at \(url)") }
        case .setToken(let token, _):
            guard let login = services.mediaTokens[token] else { return find("a media token that nobody gave") }
            if services.isOld(login) { find("a media token of a login before the logout") }
        default: break
        }
    }
}

extension ModelCall {
    /// The call as the state machine receives it.
    var libraryCall: Call {
        switch self {
        case .setRequestor(let id, let services):
            .setRequestor(id: id, serviceProviders: services.map(WalkServices.address))
        case .setOptions(let handlesSVC): .setOptions(["handleSVC": .flag(handlesSVC)])
        case .checkAuthentication: .checkAuthentication
        case .getAuthentication(let isForced, let shown, let featured, let identity):
            .getAuthentication(
                isForced: isForced, data: identity.map { ["email": .text($0)] } ?? [:],
                filter: shown.map {
                    [TV_PROVIDERS: .list($0.map(JSONValue.text)), FEATURED_TV_PROVIDERS: .list(featured.map(JSONValue.text))]
                } ?? [:])
        case .setSelectedProvider(let mvpd): .setSelectedProvider(mvpd)
        case .handleExternalURL: .handleExternalURL(ADOBEPASS_REDIRECT_URL)
        case .checkAuthorization(let resource): .checkAuthorization(resource: resource, data: [:])
        case .getAuthorization(let resource): .getAuthorization(resource: resource, data: [:])
        case .checkPreauthorizedResources(let resources, let usesCache):
            .checkPreauthorizedResources(resources, usesCache: usesCache)
        case .preauthorize(let resources, let usesCache):
            .preauthorize(resources: resources, usesCache: usesCache)
        case .getMetadata(let metadata): .getMetadata(arguments: metadata.arguments)
        case .getSelectedProvider: .getSelectedProvider
        case .logout: .logout
        }
    }
}

extension ModelCall.Metadata {
    fileprivate var arguments: [String: JSONValue] {
        switch self {
        case .unknown: [:]
        case .authorization(let resource):
            [METADATA_OPCODE_KEY: .integer(Int64(key)), METADATA_RESOURCE_ID_KEY: .text(resource)]
        case .user(let field): [METADATA_OPCODE_KEY: .integer(Int64(key)), METADATA_USER_META_KEY: .text(field)]
        case .authentication, .deviceID: [METADATA_OPCODE_KEY: .integer(Int64(key))]
        }
    }
}
