/// Everything that the library decides: (state, event) → (state, effects), without I/O, clock or randomness.
///
/// Calls are served one after the other. A login in which a person has to choose leaves the line and waits aside as
/// `openLogin`, so that it holds nothing up.
struct EntitlementMachine: Sendable {
    /// Where `setRequestor` stands.
    enum Phase: Sendable, Equatable {
        /// It was never called.
        case unset
        /// It completed with 1.
        case configured(RequestorConfiguration)
        /// It completed with 0.
        case failed
    }

    /// What stands in the line.
    private enum Work: Sendable {
        /// A call of the app.
        case call(Call, Ticket?)
        /// A call that answers what the login of a ticket has asked.
        case reply(Call, login: Ticket)
        /// An authorization that has waited for a login.
        case authorization(OpenLogin.Authorization)
        /// The system has asked the person; what came of it.
        case signIn(RequestID, AccountOutcome)

        /// The ticket of the call that it goes on with.
        var ticket: Ticket? {
            switch self {
            case .call(_, let ticket): ticket
            case .authorization(let call): call.ticket
            default: nil
            }
        }
    }

    /// A procedure under way.
    private struct Running: Sendable {
        var procedure: any Procedure
        let parent: TaskID?
        /// The ticket of the call that it serves.
        let ticket: Ticket?
    }

    let environment: Environment
    /// Milliseconds since 1970 at the event that is being handled.
    private(set) var now: Int64 = 0
    var phase = Phase.unset
    /// The requestor of the last `setRequestor`.
    var requestor: String?
    /// What the storage held at the start of the call, with this call's own changes.
    private(set) var situation = Situation()
    /// The values of `setOptions`.
    private(set) var options: [String: JSONValue] = [:]
    var openLogin: OpenLogin?
    /// The MVPD that the app chose before `getAuthentication`.
    var presetProvider: String?
    /// Preauthorization decisions by MVPD and resource, until logout, expiry, or another requestor.
    var decisions: [String: [String: PreauthorizeAnswer.Decision]] = [:]

    private var queue: [Work] = []
    /// The ticket of the call that is being served.
    private(set) var ticket: Ticket?
    private var tasks: [TaskID: Running] = [:]
    /// The one that serves the line; calls wait until it is over. All others run beside it.
    private var lineTask: TaskID?
    private var owners: [RequestID: TaskID] = [:]
    private var currentTask = 0
    private var lastNumber = 0
    /// What the storage is being read for.
    private var starting: (request: RequestID, work: Work)?
    private var effects: [Effect] = []

    init(environment: Environment) {
        self.environment = environment
    }

    /// Takes an event at a time (milliseconds since 1970) and says what is to be done.
    mutating func handle(_ event: Event, at time: Int64) -> [Effect] {
        now = time
        switch event {
        case .call(let call, let ticket): accept(call, ticket)
        case .reply(let call, let login): queue.append(.reply(call, login: login))
        case .loaded(let request, let situation):
            guard let starting, starting.request == request else { break }
            self.starting = nil
            self.situation = situation
            lineTask = add(Self.procedure(for: starting.work), parent: nil, ticket: starting.work.ticket)
            if let lineTask { resume(lineTask, .start) }
        case .http(let request, let outcome):
            if let task = owners.removeValue(forKey: request) { resume(task, .http(outcome)) }
        case .account(let request, let outcome):
            if let task = owners.removeValue(forKey: request) {
                resume(task, .account(outcome))
            } else if openLogin?.question?.request == request {
                dismissDialog()
                queue.insert(.signIn(request, outcome), at: 0)
            }
        case .elapsed(let request):
            if let task = owners.removeValue(forKey: request) { resume(task, .elapsed) }
        case .dialog(let request, let change): changeDialog(change, of: request)
        }
        startNext()
        defer { effects = [] }
        return effects
    }
}

// The line of calls.
extension EntitlementMachine {
    private mutating func accept(_ call: Call, _ ticket: Ticket?) {
        switch call {
        case .setOptions(let options):
            for (key, value) in options { self.options[key] = value == .null ? nil : value }
        case .preauthorize(_, _, let callback):
            // Not held back until setRequestor has completed: it fails, and the app may try again.
            guard case .configured = phase else {
                let status = PreauthorizeAnswer.Status(
                    status: 0, code: "requestor_not_configured", message: "setRequestor has not completed.", action: "retry")
                return callBack(.preauthorize(ticket: callback, isServiced: false, PreauthorizeAnswer(status: status)))
            }
            queue.append(.call(call, ticket))
        default: queue.append(.call(call, ticket))
        }
    }

    private mutating func startNext() {
        while lineTask == nil, starting == nil, let work = takeNext() {
            if case .reply(_, let login) = work, openLogin?.callers.contains(login) != true { continue }
            if case .call(.setRequestor(let id, _), _) = work {
                load(for: work, requestor: id)
            } else if phase == .failed {
                serving(work.ticket) { $0.refuse(work) }
            } else {
                load(for: work, requestor: requestor)
            }
        }
    }

    /// The oldest; before the first `setRequestor` that one, because all others wait for it.
    private mutating func takeNext() -> Work? {
        guard phase == .unset else { return queue.isEmpty ? nil : queue.removeFirst() }
        let first = queue.firstIndex { if case .call(.setRequestor, _) = $0 { true } else { false } }
        return first.map { queue.remove(at: $0) }
    }

    private mutating func load(for work: Work, requestor: String?) {
        lastNumber += 1
        starting = (lastNumber, work)
        effects.append(.load(lastNumber, requestor: requestor))
    }

    /// Answers what cannot be done after a `setRequestor` that completed with 0.
    private mutating func refuse(_ work: Work) {
        switch work {
        case .call(let call, _), .reply(let call, _): refuse(call)
        case .authorization(let call): refuseToken(call.resource, code: USER_NOT_AUTHENTICATED_ERROR)
        case .signIn(let request, _):
            if openLogin?.question?.request == request { endLogin(code: GENERIC_AUTHENTICATION_ERROR) }
        }
    }

    private static func procedure(for work: Work) -> any Procedure {
        switch work {
        case .call(let call, _), .reply(let call, _): procedure(for: call)
        case .authorization(let call): Authorization(continuing: call)
        case .signIn(let request, let answer): SystemSignIn(request: request, answer: answer)
        }
    }

    private static func procedure(for call: Call) -> any Procedure {
        switch call {
        case .setRequestor(let id, let services): SetRequestor(requestor: id, serviceProviders: services)
        case .checkAuthentication: CheckAuthentication()
        case .getAuthentication(let isForced, _, let filter):
            GetAuthentication(isForced: isForced, filter: ProviderFilter(filter))
        case .setSelectedProvider(let mvpd): SetSelectedProvider(mvpd: mvpd)
        case .checkAuthorization(let resource, let data):
            Authorization(resource: resource, data: data, mayLogIn: false)
        case .getAuthorization(let resource, let data): Authorization(resource: resource, data: data, mayLogIn: true)
        case .checkPreauthorizedResources(let resources, let usesCache):
            CheckPreauthorizedResources(resources: resources, usesCache: usesCache)
        case .preauthorize(let resources, let usesCache, let ticket):
            Preauthorize(resources: resources, usesCache: usesCache, ticket: ticket)
        case .getMetadata(let arguments): GetMetadata(arguments: arguments)
        case .getSelectedProvider: GetSelectedProvider()
        case .logout: Logout()
        case .handleExternalURL: HandleExternalURL()
        case .setOptions: Nothing()
        }
    }
}

// Procedures under way.
extension EntitlementMachine {
    private mutating func add(_ procedure: any Procedure, parent: TaskID?, ticket: Ticket?) -> TaskID {
        lastNumber += 1
        tasks[lastNumber] = Running(procedure: procedure, parent: parent, ticket: ticket)
        return lastNumber
    }

    private mutating func resume(_ number: TaskID, _ input: Input) {
        guard var task = tasks[number] else { return }
        let outer = currentTask
        currentTask = number
        let progress = serving(task.ticket) { task.procedure.resume(input, &$0) }
        currentTask = outer
        // It may have been given up by what it has just done.
        guard tasks[number] != nil else { return }
        switch progress {
        case .waiting: tasks[number] = task
        case .calling(let procedures):
            tasks[number] = task
            for child in procedures.map({ add($0, parent: number, ticket: task.ticket) }) { resume(child, .start) }
        case .finished(let outcome):
            tasks[number] = nil
            if lineTask == number { lineTask = nil }
            giveUpChildren(of: number)
            if let parent = task.parent { resume(parent, .child(outcome)) }
        }
    }

    private mutating func request() -> RequestID {
        lastNumber += 1
        owners[lastNumber] = currentTask
        return lastNumber
    }
}

// What procedures ask for.
extension EntitlementMachine {
    /// Sends a request; the running procedure is resumed with the answer.
    mutating func send(_ request: HTTPRequest) -> Progress {
        effects.append(.http(self.request(), request))
        return .waiting
    }

    /// Asks the system account; the running procedure is resumed with the answer.
    mutating func ask(_ query: AccountQuery) -> Progress {
        effects.append(.account(request(), query))
        return .waiting
    }

    /// Asks the system account without anybody waiting in the line; the answer comes as ``SystemSignIn``.
    mutating func putAside(_ query: AccountQuery) -> RequestID {
        lastNumber += 1
        effects.append(.account(lastNumber, query))
        return lastNumber
    }

    /// Lets time pass; the running procedure is resumed with `elapsed`.
    mutating func wait(milliseconds: Int64) -> Progress {
        effects.append(.wait(request(), milliseconds: milliseconds))
        return .waiting
    }

    /// Asks the system account no longer.
    mutating func giveUp(_ request: RequestID) {
        effects.append(.giveUp(request))
    }

    /// Starts a procedure beside the line of calls: no call waits for it, and it ends by itself or is given up.
    mutating func startBeside(_ procedure: some Procedure) -> TaskID {
        let task = add(procedure, parent: nil, ticket: nil)
        resume(task, .start)
        return task
    }

    /// Gives up a procedure with all that it called and waits for.
    mutating func giveUp(task: TaskID) {
        guard tasks.removeValue(forKey: task) != nil else { return }
        for (request, owner) in owners.sorted(by: { $0.key < $1.key }) where owner == task {
            owners[request] = nil
            effects.append(.giveUp(request))
        }
        giveUpChildren(of: task)
    }

    /// What a procedure that is over has called is not wanted any more.
    private mutating func giveUpChildren(of task: TaskID) {
        for child in tasks.filter({ $0.value.parent == task }).keys.sorted() { giveUp(task: child) }
    }

    /// Changes the storage.
    mutating func save(_ change: StoreChange) {
        change.apply(to: &situation)
        effects.append(.save(change))
    }

    /// Calls the app back.
    ///
    /// - Parameter tickets: The calls that it is about; nil: the one that is being served, else those that wait for the login.
    mutating func callBack(_ callback: Callback, to tickets: [Ticket]? = nil) {
        effects.append(.callback(callback, to: tickets ?? ticket.map { [$0] } ?? openLogin?.callers ?? []))
    }

    /// Does something for another call than the one that is being served.
    mutating func serving<Value>(_ other: Ticket?, _ work: (inout EntitlementMachine) -> Value) -> Value {
        let served = ticket
        ticket = other
        defer { ticket = served }
        return work(&self)
    }

    /// Raises advanced statuses.
    mutating func raise(_ statuses: [StatusReport], to tickets: [Ticket]? = nil) {
        for status in statuses { callBack(.status(status), to: tickets) }
    }

    /// Puts authorizations at the head of the line: what a finished login lets go on.
    mutating func continueWith(_ calls: [OpenLogin.Authorization]) {
        queue.insert(contentsOf: calls.map(Work.authorization), at: 0)
    }
}
