import TVWorld

/// The end of requests.
extension RequestTurn {
    /// Ends the request: its prompt is withdrawn, the window is dismissed, then the app is notified.
    mutating func end(_ ending: RequestEnding) {
        withdraw("the request ended")
        let id = run.request.id
        if run.isPresenting { effects.append(.dismiss(id)) }
        run.isPresenting = false
        run.phase = .ended
        switch ending {
        case .complete(let result):
            effects.append(.complete(id, result))
            let response: ProviderResponse? =
                if case .metadata(let metadata) = result { metadata.accountProviderResponse } else { nil }
            record(.requestCompleted, documents: JournalDocument.list(request: run.request.metadata, response: response))
        case .fail(let error):
            effects.append(.fail(id, error))
            record(
                .requestFailed, [JournalDetail("error", error.code.name), JournalDetail("message", error.message)],
                documents: JournalDocument.list(request: run.request.metadata, response: error.accountProviderResponse))
        }
    }

    /// Ends the request with its step. Only a prompt still has to be withdrawn; nothing else is in progress any more.
    mutating func failStep(with error: VSError) {
        if case .asking = run.phase {} else { run.phase = .running }
        end(.fail(error))
    }

    mutating func cancel(_ id: RequestID) {
        let reason = "the app cancelled the request"
        if let request = requests.removeWaiting(id) {
            run = RunningRequest(request: request)
            return end(.fail(.userCancelled(reason)))
        }
        work(on: requests.application(of: id)) { turn in
            turn.withdraw(reason)
            turn.end(.fail(.userCancelled(reason)))
        }
    }

    mutating func abandon(_ owner: String) {
        // Waiting requests are removed first: none of them must start because the one before it has ended.
        let ids = requests.identifiers(ownedBy: owner)
        for request in ids.compactMap({ requests.removeWaiting($0) }) {
            run = RunningRequest(request: request)
            vanish()
        }
        for id in ids {
            work(on: requests.application(of: id)) { turn in
                turn.withdraw("the app left the bus")
                turn.vanish()
            }
        }
    }

    /// Ends the request without notifying the app, which has left the bus.
    private mutating func vanish() {
        effects.append(.vanish(run.request.id))
        record(.requestAbandoned)
        run.phase = .ended
    }

    /// Withdraws the open prompt, if there is one, and stops waiting for a fault or a provider.
    mutating func withdraw(_ reason: String) {
        switch run.phase {
        case .asking(let open):
            effects.append(.withdraw(open.prompt.id))
            recordEnd(of: open.prompt, reason)
        case .held(let step), .contacting(let step, _): effects.append(.withdraw(step))
        case .running, .confirming, .storing, .ended: return
        }
        run.phase = .running
    }

    mutating func recordEnd(of prompt: Prompt, _ reason: String) {
        record(.promptEnded, Self.details(of: prompt) + [JournalDetail("reason", reason)])
    }

    static func details(of prompt: Prompt) -> [JournalDetail] {
        [
            JournalDetail("prompt", prompt.question.kind.rawValue),
            JournalDetail("prompt-id", .number(Int64(clamping: prompt.id.number))),
        ]
    }
}
