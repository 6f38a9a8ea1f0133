import TVWorld

/// The state machine of requests that may interrupt the user: (requests, event) → (requests, effects). Pure.
///
/// Its driver sends one event at a time, performs the effects in order, and sends their outcomes as further events. Nothing here
/// waits, and prompts have no timeout.
public enum RequestMachine {
    /// Opens a request. The driver must send the reply to the caller, with the request's path, before it performs the effects.
    ///
    /// - Throws: `Refusal`, in which case nothing has changed.
    public static func open(
        _ request: InterruptingRequest, in requests: inout Requests, environment: RequestEnvironment
    ) throws(Refusal) -> [RequestEffect] {
        try admit(request.id, of: request.application, to: requests)
        var turn = RequestTurn(requests: requests, environment: environment, run: RunningRequest(request: request))
        turn.requests.append(request)
        turn.record(.requestOpened, [JournalDetail("kind", request.kind.name)])
        turn.startNext(of: request.application)
        requests = turn.requests
        return turn.effects
    }

    /// Checks whether a request of an app can be opened.
    ///
    /// - Throws: `Refusal`.
    public static func admit(_ id: RequestID, of app: ApplicationID, to requests: Requests) throws(Refusal) {
        guard !requests.contains(id) else { throw Refusal(.pathInUse, "token: a request at \(id) is not finished") }
        guard requests.runningRequest(of: app) == nil || requests.waitingRequests(of: app).count < Requests.maximumWaiting
        else { throw Refusal(.limitReached, "at most \(Requests.maximumWaiting) requests of one app may wait") }
    }

    /// Applies an event. An event that no request waits for has no effect.
    public static func reduce(
        _ requests: inout Requests, _ event: RequestEvent, environment: RequestEnvironment
    ) -> [RequestEffect] {
        // Requests wait only for a running one, so nothing can be concerned without one.
        guard let run = requests.anyRunning else { return [] }
        var turn = RequestTurn(requests: requests, environment: environment, run: run)
        turn.apply(event)
        requests = turn.requests
        return turn.effects
    }
}
