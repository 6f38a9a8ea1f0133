import TVWorld

/// The state machine of requests that may interrupt the user: (requests, event) → (requests, effects). Pure.
///
/// Its driver sends one event at a time, performs the effects in order, and sends their outcomes as further events. Nothing here
/// waits, and prompts have no timeout.
public enum RequestMachine {
    /// Opens a request. The driver must send the reply to the caller, with the request's path, before it performs the effects.
    ///
    /// - Throws: `RequestRefusal`, in which case nothing has changed.
    public static func open(
        _ request: InterruptingRequest, in requests: inout Requests, environment: RequestEnvironment
    ) throws(RequestRefusal) -> [RequestEffect] {
        let app = request.application
        try admit(request.id, of: app, to: requests)
        var turn = RequestTurn(requests: requests, environment: environment)
        turn.requests.append(request)
        turn.record(.requestOpened, request, [JournalDetail("kind", request.kind.name)])
        turn.startNext(of: [app])
        requests = turn.requests
        return turn.effects
    }

    /// Checks whether a request of an app can be opened.
    ///
    /// - Throws: `RequestRefusal`.
    public static func admit(_ id: RequestID, of app: ApplicationID, to requests: Requests) throws(RequestRefusal) {
        guard !requests.contains(id) else { throw .pathInUse(id) }
        guard requests.runningRequest(of: app) == nil || requests.waitingRequests(of: app).count < Requests.maximumWaiting
        else { throw .tooManyWaiting(limit: Requests.maximumWaiting) }
    }

    /// Applies an event. An event that no request waits for has no effect.
    public static func reduce(
        _ requests: inout Requests, _ event: RequestEvent, environment: RequestEnvironment
    ) -> [RequestEffect] {
        var turn = RequestTurn(requests: requests, environment: environment)
        turn.apply(event)
        requests = turn.requests
        return turn.effects
    }
}
