import TVWorld

/// The machine of requests that may interrupt the person: requests and an event make requests and effects. Pure.
///
/// Whoever drives it sends one event at a time, carries out the effects in their order, and sends what comes of them as further
/// events. Nothing here waits, and no time-out ends a prompt.
public enum RequestMachine {
    /// Takes a request. The reply to the caller, with the request's path, has to be sent before the effects are carried out.
    ///
    /// - Throws: `RequestRefusal`; nothing has changed then.
    public static func open(
        _ request: InterruptingRequest, in requests: inout Requests, environment: RequestEnvironment
    ) throws(RequestRefusal) -> [RequestEffect] {
        guard !requests.contains(request.id) else { throw .pathInUse(request.id) }
        let app = request.application
        guard requests.runningRequest(of: app) == nil || requests.waitingRequests(of: app).count < Requests.maximumWaiting
        else { throw .tooManyWaiting(limit: Requests.maximumWaiting) }
        var turn = RequestTurn(requests: requests, environment: environment)
        turn.requests.append(request)
        turn.record(.requestOpened, request, [JournalDetail("kind", request.kind.name)])
        turn.startNext(of: [app])
        requests = turn.requests
        return turn.effects
    }

    /// Applies an event. What nobody waits for has no effect.
    public static func reduce(
        _ requests: inout Requests, _ event: RequestEvent, environment: RequestEnvironment
    ) -> [RequestEffect] {
        var turn = RequestTurn(requests: requests, environment: environment)
        turn.apply(event)
        requests = turn.requests
        return turn.effects
    }
}
