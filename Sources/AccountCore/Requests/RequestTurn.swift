import TVWorld

/// The processing of one event.
struct RequestTurn {
    var requests: Requests
    let environment: RequestEnvironment
    var effects: [RequestEffect] = []

    var device: DeviceState { environment.device }

    mutating func apply(_ event: RequestEvent) {
        switch event {
        case .cancelled(let id): cancel(id)
        case .callerGone(let owner): abandon(owner)
        case .deviceChanged: reconsider()
        case .answersChanged: seekForIdlePrompts()
        case .confirmed(let id, let allows):
            guard let app = requests.application(of: id) else { return }
            work(on: app) { turn, run in
                guard run.request.id == id else { return }
                turn.confirm(allows, &run)
            }
        case .promptAnswered(let step, let answer, let answerer):
            work(onStep: step) { turn, run in turn.answer(answer, by: answerer, &run) }
        case .agentFailed(let step, let agent, let failure):
            work(onStep: step) { turn, run in turn.skip(agent, failure, &run) }
        case .holdEnded(let step): work(onStep: step) { turn, run in turn.continueAfterHold(&run) }
        case .nobodyToAsk(let step): work(onStep: step) { turn, run in turn.giveUp("nobody could be asked", &run) }
        case .providerResponded(let step, let response):
            work(onStep: step) { turn, run in turn.finish(with: response, &run) }
        case .changed(let step): work(onStep: step) { turn, run in turn.continueAfterChange(&run) }
        case .failed(let step, let error): work(onStep: step) { turn, run in turn.fail(error, &run) }
        }
    }

    /// Processes the running request of an app, and starts the next ones when it ends.
    mutating func work(on app: ApplicationID, _ body: (inout RequestTurn, inout RunningRequest) -> Void) {
        guard var run = requests.runningRequest(of: app) else { return }
        body(&self, &run)
        requests.settle(run)
        if run.phase == .ended { startNext(of: [app]) }
    }

    private mutating func work(onStep step: StepID, _ body: (inout RequestTurn, inout RunningRequest) -> Void) {
        guard let app = requests.application(waitingFor: step) else { return }
        work(on: app, body)
    }

    /// Starts the next requests of apps without a running one. A loop, because a whole queue may end without waiting.
    mutating func startNext(of apps: [ApplicationID]) {
        for app in apps {
            while var run = requests.startNext(of: app) {
                begin(&run)
                requests.settle(run)
            }
        }
    }

    mutating func begin(_ run: inout RunningRequest) {
        run.phase = .running
        if let strike = run.request.strike { return hold(strike, &run) }
        switch run.request.kind {
        case .access: beginAccess(&run)
        case .metadata(let metadata, _): beginMetadata(metadata, &run)
        case .autoSignIn: beginAutoSignIn(&run)
        }
    }

    /// Makes a fault affect the request before it begins; this happens only once.
    private mutating func hold(_ strike: FaultTable.Strike, _ run: inout RunningRequest) {
        run.request.strike = nil
        let step = requests.nextStep()
        run.phase = .held(step)
        effects.append(.hold(step, strike))
    }

    private mutating func continueAfterHold(_ run: inout RunningRequest) {
        guard case .held = run.phase else { return }
        begin(&run)
    }

    /// Stores changes. Then the request ends with `ending`, or continues with the new state if that is nil.
    mutating func store(_ changes: [DeviceEvent], then ending: RequestEnding? = nil, _ run: inout RunningRequest) {
        let step = requests.nextStep()
        run.phase = .storing(step, ending)
        effects.append(.change(step, changes))
    }

    private mutating func continueAfterChange(_ run: inout RunningRequest) {
        guard case .storing(_, let ending) = run.phase else { return }
        run.phase = .running
        if let ending { end(ending, &run) } else { begin(&run) }
    }

    mutating func record(
        _ event: JournalEvent, _ request: InterruptingRequest, _ details: [JournalDetail] = [],
        documents: [JournalDocument] = []
    ) {
        effects.append(
            .record(
                JournalRecord(
                    event, application: request.application, identification: request.identification,
                    details: [JournalDetail("request", request.id.path)] + details, correlation: request.correlation,
                    documents: documents)))
    }
}
