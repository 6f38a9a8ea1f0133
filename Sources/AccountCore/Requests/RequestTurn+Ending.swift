import TVWorld

/// The end of requests.
extension RequestTurn {
    /// Ends a running request: its prompt is withdrawn, the window is dismissed, then the app is notified.
    mutating func end(_ ending: RequestEnding, _ run: inout RunningRequest) {
        withdraw("the request ended", &run)
        let id = run.request.id
        if run.isPresenting { effects.append(.dismiss(id)) }
        run.isPresenting = false
        run.phase = .ended
        switch ending {
        case .complete(let result):
            effects.append(.complete(id, result))
            let response: ProviderResponse? =
                if case .metadata(let metadata) = result { metadata.accountProviderResponse } else { nil }
            let documents = JournalDocument.list(request: run.request.metadata, response: response)
            record(.requestCompleted, run.request, documents: documents)
        case .fail(let error): fail(run.request, error)
        }
    }

    /// Ends a request with its step. Only a prompt still has to be withdrawn; nothing else is under way any more.
    mutating func fail(_ error: VSError, _ run: inout RunningRequest) {
        if case .asking = run.phase {} else { run.phase = .running }
        end(.fail(error), &run)
    }

    mutating func cancel(_ id: RequestID) {
        let error = VSError.userCancelled("the app cancelled the request")
        if let request = requests.removeWaiting(id) { return fail(request, error) }
        guard let app = requests.application(of: id) else { return }
        work(on: app) { turn, run in
            turn.withdraw("the app cancelled the request", &run)
            turn.end(.fail(error), &run)
        }
    }

    mutating func abandon(_ owner: String) {
        // Waiting requests are removed first: none of them must start because the one before it has ended.
        let ids = requests.identifiers(ownedBy: owner)
        for id in ids {
            if let request = requests.removeWaiting(id) { abandon(request) }
        }
        for id in ids {
            guard let app = requests.application(of: id) else { continue }
            work(on: app) { turn, run in
                turn.withdraw("the app left the bus", &run)
                turn.abandon(run.request)
                run.phase = .ended
            }
        }
    }

    /// Withdraws the open prompt, if there is one, and stops waiting for a fault or a provider.
    mutating func withdraw(_ reason: String, _ run: inout RunningRequest) {
        switch run.phase {
        case .asking(let open):
            effects.append(.withdraw(open.prompt.id))
            recordEnd(of: open.prompt, reason, run)
        case .held(let step), .contacting(let step, _): effects.append(.withdraw(step))
        case .running, .confirming, .storing, .ended: return
        }
        run.phase = .running
    }

    mutating func recordEnd(of prompt: Prompt, _ reason: String, _ run: RunningRequest) {
        record(.promptEnded, run.request, Self.details(of: prompt) + [JournalDetail("reason", reason)])
    }

    static func details(of prompt: Prompt) -> [JournalDetail] {
        [
            JournalDetail("prompt", prompt.question.kind.rawValue),
            JournalDetail("prompt-id", .number(Int64(clamping: prompt.id.number))),
        ]
    }

    private mutating func abandon(_ request: InterruptingRequest) {
        effects.append(.vanish(request.id))
        record(.requestAbandoned, request)
    }

    private mutating func fail(_ request: InterruptingRequest, _ error: VSError) {
        effects.append(.fail(request.id, error))
        record(
            .requestFailed, request,
            [JournalDetail("error", error.code.name), JournalDetail("message", error.message)],
            documents: JournalDocument.list(request: request.metadata, response: error.accountProviderResponse))
    }
}
