import TVWorld

/// The processing of one event by the requests that it concerns, one after the other.
struct RequestTurn {
    var requests: Requests
    let environment: RequestEnvironment
    /// The request that is being processed; between two requests, an arbitrary one.
    var run: RunningRequest
    var effects: [RequestEffect] = []

    var device: DeviceState { environment.device }

    var app: ApplicationID { run.request.application }

    /// The request for metadata that is being processed; no other kind of request selects a provider or signs in.
    var metadata: MetadataRequest { run.request.metadata ?? MetadataRequest() }

    mutating func apply(_ event: RequestEvent) {
        switch event {
        case .cancelled(let id): cancel(id)
        case .callerGone(let owner): abandon(owner)
        case .deviceChanged: workOnAll { $0.reconsider() }
        case .answersChanged: workOnAll { $0.seekIfIdle() }
        case .confirmed(let id, let allows):
            work(on: requests.application(of: id)) { turn in
                if turn.run.request.id == id { turn.confirm(allows) }
            }
        case .promptAnswered(let step, let answer, let answerer): work(onStep: step) { $0.answer(answer, by: answerer) }
        case .agentFailed(let step, let agent, let failure): work(onStep: step) { $0.skip(agent, failure) }
        case .holdEnded(let step): work(onStep: step) { $0.continueAfterHold() }
        case .nobodyToAsk(let step): work(onStep: step) { $0.giveUp("nobody could be asked") }
        case .providerResponded(let step, let response): work(onStep: step) { $0.finish(with: response) }
        case .changed(let step): work(onStep: step) { $0.continueAfterChange() }
        case .failed(let step, let error): work(onStep: step) { $0.failStep(with: error) }
        }
    }

    /// Processes the running request of an app, and starts the next ones when it ends.
    mutating func work(on app: ApplicationID?, _ body: (inout RequestTurn) -> Void) {
        guard let app, let running = requests.runningRequest(of: app) else { return }
        run = running
        body(&self)
        requests.settle(run)
        if run.phase == .ended { startNext(of: app) }
    }

    private mutating func workOnAll(_ body: (inout RequestTurn) -> Void) {
        for app in requests.runningApplications { work(on: app, body) }
    }

    private mutating func work(onStep step: StepID, _ body: (inout RequestTurn) -> Void) {
        work(on: requests.application(waitingFor: step), body)
    }

    /// Starts the next request of an app without a running one. A loop, because a whole queue may end without waiting.
    mutating func startNext(of app: ApplicationID) {
        while let next = requests.startNext(of: app) {
            run = next
            begin()
            requests.settle(run)
        }
    }

    mutating func begin() {
        run.phase = .running
        if let strike = run.request.strike { return hold(strike) }
        switch run.request.kind {
        case .access: beginAccess()
        case .metadata: beginMetadata()
        case .autoSignIn: beginAutoSignIn()
        }
    }

    /// Makes a fault affect the request before it begins; this happens only once.
    private mutating func hold(_ strike: FaultTable.Strike) {
        run.request.strike = nil
        let step = requests.nextStep()
        run.phase = .held(step)
        effects.append(.hold(step, strike))
    }

    private mutating func continueAfterHold() {
        if case .held = run.phase { begin() } else { seekAfterHold() }
    }

    /// Stores changes. Then the request ends with `ending`, or continues with the new state if that is nil.
    mutating func store(_ changes: [DeviceEvent], then ending: RequestEnding? = nil) {
        let step = requests.nextStep()
        run.phase = .storing(step, ending)
        effects.append(.change(step, changes))
    }

    private mutating func continueAfterChange() {
        guard case .storing(_, let ending) = run.phase else { return }
        run.phase = .running
        if let ending { end(ending) } else { begin() }
    }

    mutating func record(_ event: JournalEvent, _ details: [JournalDetail] = [], documents: [JournalDocument] = []) {
        let request = run.request
        effects.append(
            .record(
                JournalRecord(
                    event, application: request.application, identification: request.identification,
                    details: [JournalDetail("request", request.id.path)] + details, correlation: request.correlation,
                    documents: documents)))
    }
}
