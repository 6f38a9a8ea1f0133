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
    /// The last successful answer of the system account; nil before the first query.
    var knownAccount: AccountState?
    /// The MVPD that the app selected before `getAuthentication`.
    var presetProvider: String?
    /// Preauthorization decisions by MVPD, until logout, expiry, or another requestor.
    var decisions: [String: PreauthorizationCache] = [:]

    /// The procedure that processes an entry of the queue.
    private let procedure: @Sendable (Work) -> any Procedure
    private var queue: [Work] = []
    /// The ticket of the call that is being processed.
    private(set) var ticket: Ticket?
    private var tasks: [TaskID: Running] = [:]
    /// The entry of the queue that is being processed; the others wait until it ends.
    private var currentWork: Work?
    /// The request with which the storage is being read for it.
    private var loading: RequestID?
    /// The procedure that processes it. All other procedures run concurrently.
    private var lineTask: TaskID?
    private var owners: [RequestID: Owner] = [:]
    /// The unanswered requests outside the queue.
    private var asides: Set<RequestID> = []
    /// The remaining time of the queue's current call.
    private var allowance = CallAllowance()
    /// Answers that require no request.
    private var immediate: [(task: TaskID, input: Input)] = []
    /// The randomness of waits.
    private var jitter: Jitter
    private var currentTask = 0
    /// Running procedures that others may join, by name.
    private(set) var shared: [String: TaskID] = [:]
    /// The renewals that the running calls have used.
    private var renewals: [TaskID: Set<Renewal>] = [:]
    private var lastNumber = 0
    private var effects: [Effect] = []

    init(environment: Environment, procedure: @escaping @Sendable (Work) -> any Procedure) {
        self.environment = environment
        clientInformation = PercentEncoding.encode(Digest.base64(environment.clientInformation.serialized))
        self.procedure = procedure
        jitter = Jitter(seed: environment.jitterSeed)
    }

    /// Returns the ticket of the call for which a request was made; that of the open login if no call waits for it.
    func ticket(of request: RequestID) -> Ticket? {
        let own = owners[request].flatMap { tasks[$0.task]?.ticket }
        return own ?? openLogin?.callers.first ?? openLogin?.waiting.first?.ticket
    }

    /// The procedure of the queue's current call.
    var lineProcedure: (any Procedure)? { lineTask.flatMap { tasks[$0]?.procedure } }

    /// Handles an event at a time (milliseconds since 1970) and returns the effects.
    mutating func handle(_ event: Event, at time: Int64) -> [Effect] {
        now = time
        switch event {
        case .call(let call, let ticket): accept(call, ticket)
        case .reply(let call, let login): queue.append(.reply(call, login: login))
        case .loaded(let request, let storage):
            guard let currentWork, loading == request else { break }
            loading = nil
            self.storage = storage
            if case .call(let call, _) = currentWork, call.supersedesLogout { dropLogoutPage() }
            lineTask = add(procedure(currentWork), ticket: currentWork.ticket)
            if let lineTask { resume(lineTask, .start) }
        case .http(let request, let outcome):
            if let owner = owners.removeValue(forKey: request) { resume(owner.task, .http(outcome)) }
        case .account(let request, let outcome):
            if let owner = owners.removeValue(forKey: request) { resume(owner.task, .account(outcome)) }
            if asides.remove(request) != nil {
                dismissDialog()
                queue.insert(.signIn(request, outcome), at: 0)
            }
        case .page(let request, let end):
            if asides.remove(request) != nil { queue.insert(.page(request, end), at: 0) }
        case .elapsed(let request):
            if request == allowance.wait { endAllowance() }
            guard let owner = owners.removeValue(forKey: request) else { break }
            // A procedure that waits between its requests cannot be in a loop.
            if let head = tasks[owner.task]?.head { renewals[head] = nil }
            resume(owner.task, .elapsed)
        case .dialog(let request, let change): changeDialog(change, of: request)
        case .whenServed: break
        }
        while !immediate.isEmpty {
            let (task, input) = immediate.removeFirst()
            resume(task, input)
        }
        startNext()
        defer { effects = [] }
        return effects
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
            // Not held back until setRequestor has completed: it fails, and the app may try again.
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
        lastNumber += 1
        (currentWork, loading) = (work, lastNumber)
        effects.append(.load(lastNumber, requestor: requestor, reading))
    }
}

// Running procedures.
extension EntitlementMachine {
    private mutating func add(
        _ procedure: any Procedure, for caller: TaskID? = nil, named name: String? = nil, ticket: Ticket? = nil
    ) -> TaskID {
        lastNumber += 1
        let parent = caller.flatMap { tasks[$0] }
        tasks[lastNumber] = Running(
            procedure: procedure, callers: caller.map { [$0] } ?? [], head: parent?.head ?? lastNumber,
            ticket: parent?.ticket ?? ticket, name: name)
        if let name { shared[name] = lastNumber }
        return lastNumber
    }

    private mutating func join(_ name: String, _ procedure: any Procedure, for caller: TaskID) {
        if let task = shared[name] {
            tasks[task]?.callers.append(caller)
        } else {
            resume(add(procedure, for: caller, named: name), .start)
        }
    }

    private mutating func resume(_ number: TaskID, _ input: Input) {
        guard var task = tasks[number] else { return }
        let outer = currentTask
        currentTask = number
        let progress = serving(task.ticket) { task.procedure.resume(input, &$0) }
        currentTask = outer
        // Its last step may have cancelled it.
        guard tasks[number] != nil else { return }
        switch progress {
        case .waiting: tasks[number]?.procedure = task.procedure
        case .calling(let procedures):
            tasks[number]?.procedure = task.procedure
            for child in procedures.map({ add($0, for: number) }) { resume(child, .start) }
        case .sharing(let name, let procedure):
            tasks[number]?.procedure = task.procedure
            join(name, procedure, for: number)
        case .finished(let outcome):
            let callers = tasks[number]?.callers ?? []
            remove(number)
            giveUpChildren(of: number)
            if lineTask == number { endLine() }
            for caller in callers { resume(caller, .child(outcome)) }
        }
    }

    private mutating func request(or substitute: Input) -> RequestID {
        lastNumber += 1
        owners[lastNumber] = Owner(task: currentTask, substitute: substitute)
        return lastNumber
    }
}

// The time limit of a call.
extension EntitlementMachine {
    /// Whether a procedure belongs to the queue's current call.
    private func isInLine(_ task: TaskID) -> Bool {
        tasks[task].map { $0.head == lineTask } ?? false
    }

    /// Makes a request. The time limit of the queue's call begins with its first request.
    private mutating func ask(or substitute: Input, _ effect: (RequestID) -> Effect) -> Progress {
        if isInLine(currentTask) {
            guard !allowance.isOver else {
                immediate.append((currentTask, substitute))
                return .waiting
            }
            if allowance.wait == nil {
                lastNumber += 1
                allowance.wait = lastNumber
                effects.append(.wait(lastNumber, milliseconds: CallAllowance.longest))
            }
        }
        effects.append(effect(request(or: substitute)))
        return .waiting
    }

    /// Ends the call's time: whatever it waits for or requests from now on fails, so that the call ends.
    private mutating func endAllowance() {
        allowance.isOver = true
        for (request, owner) in owners.sorted(by: { $0.key < $1.key }) where isInLine(owner.task) {
            // An earlier one may have cancelled it.
            guard owners.removeValue(forKey: request) != nil else { continue }
            effects.append(.giveUp(request))
            resume(owner.task, owner.substitute)
        }
    }

    private mutating func endLine() {
        (currentWork, lineTask) = (nil, nil)
        if let wait = allowance.wait, !allowance.isOver { effects.append(.giveUp(wait)) }
        allowance = CallAllowance()
    }

    /// Returns the time to wait before a request is repeated, in milliseconds; nil if it is not repeated.
    mutating func repetition(_ number: Int, of request: HTTPRequest, after outcome: HTTPOutcome) -> Int64? {
        guard number < Repetition.most, request.isIdempotent, let least = Repetition.wait(number, after: outcome, now: now)
        else { return nil }
        let left = isInLine(currentTask) ? CallAllowance.longestPauses - allowance.paused : CallAllowance.longestPauses
        guard !allowance.isOver, least <= left else { return nil }
        let wait = min(least + jitter.next(below: least / 4 + 1), left)
        if isInLine(currentTask) { allowance.paused += wait }
        return wait
    }
}

// Requests of procedures.
extension EntitlementMachine {
    /// Sends a request to a service; the running procedure is resumed with the answer.
    mutating func send(_ request: HTTPRequest) -> Progress {
        ask(or: .http(.unreachable(CallAllowance.reason))) { .http($0, request) }
    }

    /// Sends a query to the system account; the running procedure is resumed with the answer.
    mutating func ask(_ query: AccountQuery) -> Progress {
        ask(or: .account(.failure(AccountFailure(kind: .other, description: CallAllowance.reason)))) { .account($0, query) }
    }

    /// Makes a request that no call in the queue waits for; the answer arrives as ``PlatformSignIn`` or ``PageReturn``.
    mutating func putAside(_ effect: (RequestID) -> Effect) -> RequestID {
        lastNumber += 1
        asides.insert(lastNumber)
        effects.append(effect(lastNumber))
        return lastNumber
    }

    /// Waits; the running procedure is resumed with `elapsed`.
    mutating func wait(milliseconds: Int64) -> Progress {
        ask(or: .elapsed) { .wait($0, milliseconds: milliseconds) }
    }

    /// Cancels a request outside the queue, unless it has been answered.
    mutating func giveUp(_ request: RequestID) {
        if asides.remove(request) != nil { effects.append(.giveUp(request)) }
    }

    /// Starts a procedure outside the queue of calls: no call waits for it, and it ends by itself or is cancelled.
    mutating func startBeside(_ procedure: some Procedure) -> TaskID {
        let task = add(procedure)
        resume(task, .start)
        return task
    }

    /// Cancels a procedure, and everything that it has called or waits for.
    mutating func giveUp(task: TaskID) {
        guard tasks[task] != nil else { return }
        remove(task)
        for (request, owner) in owners.sorted(by: { $0.key < $1.key }) where owner.task == task {
            owners[request] = nil
            effects.append(.giveUp(request))
        }
        giveUpChildren(of: task)
    }

    /// Cancels the procedures that an ended procedure has called.
    private mutating func giveUpChildren(of task: TaskID) {
        for child in tasks.filter({ $0.value.callers.contains(task) }).keys.sorted() {
            tasks[child]?.callers.removeAll { $0 == task }
            if tasks[child]?.callers.isEmpty == true { giveUp(task: child) }
        }
    }

    private mutating func remove(_ task: TaskID) {
        if let name = tasks.removeValue(forKey: task)?.name { shared[name] = nil }
        renewals[task] = nil
    }

    /// Whether the running call may renew something: at most once, so that no service can cause a loop.
    mutating func mayRenew(_ renewal: Renewal) -> Bool {
        let head = tasks[currentTask]?.head ?? currentTask
        return renewals[head, default: []].insert(renewal).inserted
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

    /// Ends a call without a callback.
    mutating func supersede(_ call: Ticket) { effects.append(.superseded(call)) }

    /// Performs work for a call other than the current one.
    mutating func serving<Value>(_ other: Ticket?, _ work: (inout EntitlementMachine) -> Value) -> Value {
        let served = ticket
        ticket = other
        defer { ticket = served }
        return work(&self)
    }

    /// Inserts the outcome of a second screen at the head of the queue.
    mutating func goOn(withSecondScreen code: String, _ result: SecondScreen.Result) {
        queue.insert(.secondScreen(code: code, result), at: 0)
    }

    /// Inserts the authorizations that waited for a login at the head of the queue.
    mutating func continueWith(_ calls: [LoginSession.Authorization]) {
        queue.insert(contentsOf: calls.map(Work.authorization), at: 0)
    }
}
