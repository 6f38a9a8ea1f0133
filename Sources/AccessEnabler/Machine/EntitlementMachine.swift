import Encodings
import ServiceAccess

/// All decisions of the library: (state, event) → (state, effects), without I/O, clock or randomness.
///
/// Calls are processed one after the other. A login that waits for the user leaves the queue and is kept as `openLogin`, so that
/// it does not block other calls.
struct EntitlementMachine: Sendable {
    /// The state of `setRequestor`.
    enum Phase: Sendable, Equatable {
        /// It was never called.
        case unset
        /// It completed with 1.
        case configured(RequestorConfiguration)
        /// It completed with 0.
        case failed
    }

    let environment: Environment
    /// The client information of the environment, as a header.
    let clientInformation: String
    /// The time of the event that is being handled, in milliseconds since 1970.
    private(set) var now: Int64 = 0
    var phase = Phase.unset
    /// The requestor of the last `setRequestor`.
    var requestor: String?
    /// The contents of the storage at the start of the call, with this call's own changes.
    private(set) var storage = StorageSnapshot()
    /// The values of `setOptions`.
    private(set) var options: [String: JSONValue] = [:]
    var openLogin: LoginSession?
    var openLogout: OpenLogout?
    /// The last answer of the system account other than a failure; nil before the first one.
    var knownAccount: AccountState?
    /// The MVPD that the app selected before `getAuthentication`.
    var presetProvider: String?
    /// Preauthorization decisions by MVPD, until logout, expiry, or another requestor.
    var decisions: [String: PreauthorizationCache] = [:]

    /// Processes an entry of the queue.
    private let process: @Sendable (Work, inout EntitlementMachine) -> Void
    private(set) var queue: [Work] = []
    /// The entry of the queue that is being processed; the others wait until it ends.
    private(set) var currentWork: Work?
    /// The request with which the storage is being read for it.
    private var loading: RequestID?
    /// The strand that processes it. All others run outside the queue.
    private var line: StrandID?
    /// The strand to which the running code belongs.
    private var strand = Strand()
    /// The unanswered requests of strands.
    private var awaited: [RequestID: Awaited] = [:]
    /// The unanswered requests outside the queue.
    private var asides: Set<RequestID> = []
    /// The remaining time of the queue's current call.
    private var allowance = CallAllowance()
    /// The continuations that run without an answer, at the end of the event.
    private var immediate: [(strand: Strand, next: @Sendable (inout EntitlementMachine) -> Void)] = []
    /// The continuations that wait for the renewal of a service's credentials, while one runs.
    private var renewing: [String: [(strand: Strand, next: Continuation<ServiceOutcome?>)]] = [:]
    /// The states of the groups of concurrent steps.
    private var groups: [StrandID: any Sendable] = [:]
    /// The renewals that the running calls have used.
    private var renewals: [StrandID: Set<Renewal>] = [:]
    private var lastNumber = 0
    private var effects: [Effect] = []

    init(environment: Environment, process: @escaping @Sendable (Work, inout EntitlementMachine) -> Void) {
        self.environment = environment
        clientInformation = PercentEncoding.encode(Digest.base64(environment.clientInformation.serialized))
        self.process = process
    }

    /// The ticket of the call that is being processed.
    var ticket: Ticket? { strand.ticket }

    /// Returns the ticket of the call for which a request was made; that of the open login if no call waits for it.
    func ticket(of request: RequestID) -> Ticket? {
        awaited[request]?.strand.ticket ?? openLogin?.callers.first ?? openLogin?.waiting.first?.ticket
    }

    /// Handles an event at a time (milliseconds since 1970) and returns the effects.
    mutating func handle(_ event: Event, at time: Int64) -> [Effect] {
        now = time
        switch event {
        case .call(let call, let ticket): accept(call, ticket)
        case .reply(let call, let login): queue.append(.reply(call, login: login))
        case .abandoned(let login, let isLast):
            let isWaiting = queue.withdraw(login)
            if isLast { queue.append(isWaiting ? .abandonment : .reply(.setSelectedProvider(nil), login: login)) }
        case .loaded(let request, let storage):
            guard let currentWork, loading == request else { break }
            loading = nil
            self.storage = storage
            if case .call(let call, _) = currentWork, call.supersedesLogout { dropLogoutPage() }
            let line = nextNumber()
            self.line = line
            run(in: Strand(path: [line], ticket: currentWork.ticket)) { $0.process(currentWork, &$0) }
        case .http(let request, let outcome): resume(request, .http(outcome))
        case .account(let request, let outcome):
            resume(request, .account(outcome))
            if asides.remove(request) != nil {
                dismissDialog()
                goOn(with: [.signIn(request, outcome)])
            }
        case .page(let request, let end):
            if asides.remove(request) != nil { goOn(with: [.page(request, end)]) }
        case .elapsed(let request):
            if request == allowance.wait { endAllowance() }
            // Outside the queue, a strand that waits between its requests cannot be in a loop.
            if let strand = awaited[request]?.strand, !isInLine(strand), let number = strand.path.first { renewals[number] = nil }
            resume(request, .elapsed)
        case .dialog(let request, let change): changeDialog(change, of: request)
        case .whenServed: break
        }
        while !immediate.isEmpty {
            let (strand, next) = immediate.removeFirst()
            run(in: strand, next)
        }
        endLine()
        startNext()
        defer { effects = [] }
        return effects
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

// The queue of calls.
extension EntitlementMachine {
    /// Whether a call is being processed.
    var isServing: Bool { currentWork != nil }

    /// The party whose turn is next; nil while a call is being processed.
    var nextTurn: NextTurn? {
        guard !isServing else { return nil }
        guard queue.isEmpty else { return phase == .unset ? .requestor : nil }
        if openLogin?.page?.shown != nil || openLogout?.shown != nil { return .systemBrowser }
        if let openLogin, !openLogin.isUnasked { return openLogin.question == nil ? .app : .systemDialog }
        return openLogin?.page == nil && openLogout == nil ? .nobody : .app
    }

    private mutating func accept(_ call: Call, _ ticket: Ticket?) {
        switch call {
        case .setOptions(let options):
            for (key, value) in options { self.options[key] = value == .null ? nil : value }
        case .preauthorize:
            // It is not held back until setRequestor has completed: it fails, and the app may try again.
            guard case .configured = phase, !isConfiguring else {
                return serving(ticket) { $0.callBack(.preauthorize(isServiced: false, .requestorNotConfigured)) }
            }
            queue.append(.call(call, ticket))
        default: queue.append(.call(call, ticket))
        }
    }

    /// Whether a `setRequestor` is waiting or running.
    private var isConfiguring: Bool {
        currentWork?.isSetRequestor == true || queue.contains(where: \.isSetRequestor)
    }

    private mutating func startNext() {
        while currentWork == nil, let work = takeNext() {
            if case .reply(_, let login) = work, !isWaited(for: login) { continue }
            switch work {
            case .call(.setRequestor(let id, _), _): load(for: work, requestor: id, .withOtherRequestors)
            case _ where phase == .failed: serving(work.ticket) { $0.refuse(work) }
            case .call(.logout, _): load(for: work, requestor: requestor, .everySession)
            default: load(for: work, requestor: requestor, .usual)
            }
        }
    }

    /// Returns the oldest entry; before the first `setRequestor`, that call, because all others wait for it.
    private mutating func takeNext() -> Work? {
        guard phase == .unset else { return queue.isEmpty ? nil : queue.removeFirst() }
        let first = queue.firstIndex(where: \.isSetRequestor)
        return first.map { queue.remove(at: $0) }
    }

    private mutating func load(for work: Work, requestor: String?, _ reading: StoreReading) {
        let request = nextNumber()
        (currentWork, loading) = (work, request)
        effects.append(.load(request, requestor: requestor, reading))
    }

    /// Ends the queue's call when it no longer waits for anything.
    private mutating func endLine() {
        guard let line, !awaited.values.contains(where: { isInLine($0.strand) && $0.strand.renewedService == nil }),
            !renewing.values.joined().contains(where: { isInLine($0.strand) })
        else { return }
        renewals[line] = nil
        (currentWork, self.line) = (nil, nil)
        if let wait = allowance.wait, !allowance.isOver { effects.append(.giveUp(wait)) }
        allowance = CallAllowance()
    }
}

// Strands.
extension EntitlementMachine {
    private mutating func run(in other: Strand, _ body: (inout EntitlementMachine) -> Void) {
        let outer = strand
        strand = other
        body(&self)
        strand = outer
    }

    private mutating func resume(_ request: RequestID, _ input: Input) {
        guard let awaited = awaited.removeValue(forKey: request) else { return }
        run(in: awaited.strand) { awaited.next(input, &$0) }
    }

    /// Starts a strand outside the queue of calls: no call waits for it, and it ends by itself or is cancelled.
    mutating func startBeside(_ body: (inout EntitlementMachine) -> Void) -> StrandID {
        let number = nextNumber()
        run(in: Strand(path: [number]), body)
        return number
    }

    /// Runs steps at the same time until the state that they share is complete; those that have not ended are then cancelled.
    mutating func runTogether<State: Sendable>(
        _ state: State, _ steps: [ConcurrentStep<State>], until isComplete: @escaping @Sendable (State) -> Bool,
        then next: @escaping Continuation<State>
    ) {
        let (group, outer) = (nextNumber(), strand)
        var inner = outer
        inner.path.append(group)
        groups[group] = state
        for step in steps where groups[group] != nil {
            run(in: inner) { machine in
                step(&machine) { change, machine in
                    guard var state = machine.groups[group] as? State else { return }
                    change(&state)
                    machine.groups[group] = state
                    guard isComplete(state) else { return }
                    machine.giveUp(strand: group)
                    machine.run(in: outer) { next(state, &$0) }
                }
            }
        }
    }

    /// Returns whether a service's credentials are being renewed.
    func isRenewing(_ service: String) -> Bool { renewing[service] != nil }

    /// Waits for the renewal of a service's credentials that several strands may need at the same time: only one runs.
    mutating func joinRenewal(
        at service: String, then next: @escaping Continuation<ServiceOutcome?>,
        orStart renew: (inout EntitlementMachine, @escaping Continuation<ServiceOutcome?>) -> Void
    ) {
        let isRunning = isRenewing(service)
        renewing[service, default: []].append((strand, next))
        guard !isRunning else { return }
        var inner = strand
        inner.renewedService = service
        run(in: inner) { machine in
            renew(&machine) { failure, machine in
                let waiting = machine.renewing.removeValue(forKey: service) ?? []
                machine.immediate += waiting.map { strand, next in (strand, { next(failure, &$0) }) }
            }
        }
    }

    /// Cancels everything under a number that has not ended.
    mutating func giveUp(strand number: StrandID) {
        (groups[number], renewals[number]) = (nil, nil)
        for (service, waiting) in renewing {
            let rest = waiting.filter { !$0.strand.path.contains(number) }
            renewing[service] = rest.isEmpty ? nil : rest
        }
        let isOver = { [renewing] (strand: Strand) in
            strand.renewedService.map { renewing[$0] == nil } ?? strand.path.contains(number)
        }
        immediate.removeAll { isOver($0.strand) }
        for request in awaited.filter({ isOver($0.value.strand) }).keys.sorted() {
            awaited[request] = nil
            effects.append(.giveUp(request))
        }
    }
}

// The time limit of a call.
extension EntitlementMachine {
    /// Returns whether a strand belongs to the queue's current call.
    private func isInLine(_ strand: Strand) -> Bool { line != nil && strand.path.first == line }

    /// Makes a request. The time limit of the queue's call begins with its first request.
    private mutating func ask(
        or substitute: Input, _ effect: (RequestID) -> Effect, then next: @escaping Continuation<Input>
    ) {
        if isInLine(strand) {
            guard !allowance.isOver else { return immediate.append((strand, { next(substitute, &$0) })) }
            if allowance.wait == nil {
                let wait = nextNumber()
                allowance.wait = wait
                effects.append(.wait(wait, milliseconds: CallAllowance.longest))
            }
        }
        let request = nextNumber()
        awaited[request] = Awaited(strand: strand, substitute: substitute, next: next)
        effects.append(effect(request))
    }

    /// Ends the call's time: whatever it waits for or requests from now on fails, so that the call ends.
    private mutating func endAllowance() {
        allowance.isOver = true
        for request in awaited.filter({ isInLine($0.value.strand) }).keys.sorted() {
            // The end of an earlier one may have cancelled it.
            guard let substitute = awaited[request]?.substitute else { continue }
            effects.append(.giveUp(request))
            resume(request, substitute)
        }
    }

    /// Returns the time to wait before a request is repeated, in milliseconds; nil if it is not repeated.
    mutating func repetition(_ number: Int, of request: HTTPRequest, after outcome: HTTPOutcome) -> Int64? {
        guard number < Repetition.most, request.isIdempotent, let least = Repetition.wait(number, after: outcome, now: now)
        else { return nil }
        let left = isInLine(strand) ? CallAllowance.longestPauses - allowance.paused : CallAllowance.longestPauses
        guard !allowance.isOver, least <= left else { return nil }
        // Up to a quarter more, so that many apps do not repeat their requests at the same moment.
        let wait = min(least + Int64(environment.jitter % UInt64(least / 4 + 1)), left)
        if isInLine(strand) { allowance.paused += wait }
        return wait
    }
}

// Requests.
extension EntitlementMachine {
    /// Sends a request to a service.
    mutating func send(_ request: HTTPRequest, then next: @escaping Continuation<HTTPOutcome>) {
        ask(
            or: .http(.unreachable(CallAllowance.reason)), { .http($0, request) },
            then: { if case .http(let outcome) = $0 { next(outcome, &$1) } })
    }

    /// Sends a query to the system account.
    mutating func ask(_ query: AccountQuery, then next: @escaping Continuation<AccountOutcome>) {
        let failure = AccountFailure(kind: .other, description: CallAllowance.reason)
        ask(
            or: .account(.failure(failure)), { .account($0, query) },
            then: { if case .account(let outcome) = $0 { next(outcome, &$1) } })
    }

    /// Waits for a number of milliseconds.
    mutating func wait(milliseconds: Int64, then next: @escaping @Sendable (inout EntitlementMachine) -> Void) {
        ask(or: .elapsed, { .wait($0, milliseconds: milliseconds) }, then: { next(&$1) })
    }

    /// Makes a request that no call in the queue waits for; the answer becomes an entry of the queue.
    mutating func putAside(_ effect: (RequestID) -> Effect) -> RequestID {
        let request = nextNumber()
        asides.insert(request)
        effects.append(effect(request))
        return request
    }

    /// Cancels a request outside the queue, unless it has been answered.
    mutating func giveUp(_ request: RequestID) {
        if asides.remove(request) != nil { effects.append(.giveUp(request)) }
    }

    /// Returns whether the running call may renew something: at most once, so that no service can cause a loop.
    mutating func mayRenew(_ renewal: Renewal) -> Bool {
        strand.path.first.map { renewals[$0, default: []].insert(renewal).inserted } ?? false
    }

    /// Changes the storage.
    mutating func save(_ change: StoreChange) {
        change.apply(to: &storage)
        effects.append(.save(change))
    }

    /// Calls the app back about the calls with these tickets; nil: the current call, or else those that wait for the login.
    mutating func callBack(_ callback: Callback, to tickets: [Ticket]? = nil) {
        let callers = ticket.map { [$0] } ?? openLogin?.callers ?? []
        effects.append(.callback(callback, to: tickets ?? callers))
    }

    /// Requests an effect without an answer.
    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// Performs work for a call other than the current one.
    mutating func serving(_ other: Ticket?, _ work: (inout EntitlementMachine) -> Void) {
        var served = strand
        served.ticket = other
        run(in: served, work)
    }

    /// Inserts work at the head of the queue: what continues a call does not wait for others.
    mutating func goOn(with work: [Work]) { queue.insert(contentsOf: work, at: 0) }
}
