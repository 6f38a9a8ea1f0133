import ServiceAccess

// `preauthorize`: answers its own callback object, never the delegate.
extension EntitlementMachine {
    /// Calls `onResponse` if the service has answered, with decisions or an error; `onFailure` if the library could not send the
    /// request or read the answer.
    mutating func preauthorize(_ query: ResourceQuery) {
        checkAuthentication { session, _, machine in
            guard let session else { return machine.fail(.noSession(isExpired: machine.isNewestSessionExpired)) }
            if let decisions = query.cached(for: session, &machine) {
                return machine.respond(PreauthorizeAnswer(decisions: decisions))
            }
            machine.requestService(query.request(for: session, machine)) { $1.answerPreauthorize(query, session, after: $0) }
        }
    }

    private mutating func answerPreauthorize(_ query: ResourceQuery, _ session: Session, after outcome: ServiceOutcome) {
        switch outcome {
        case .unreachable, .insecure: fail(.networkError(outcome.reason))
        case .foreign: fail(.unknownFormat)
        // Throttling does not have its own status.
        case .answer(let received) where received.status == 429: fail(.networkError(outcome.reason))
        case .noCredentials(let received) where received.status == 429: fail(.networkError(outcome.reason))
        case .notRegistered, .noAccessToken, .noCredentials: fail(.accessTokenUnavailable(outcome.reason))
        // The service's own error; the next call reports that the logins were cleared.
        case .answer(let received), .otherDevice(let received): answerPreauthorize(query, session, received)
        }
    }

    private mutating func answerPreauthorize(_ query: ResourceQuery, _ session: Session, _ received: HTTPAnswer) {
        if let decisions = query.decisions(in: received) {
            query.remember(decisions, for: session, &self)
            return respond(PreauthorizeAnswer(decisions: decisions))
        }
        guard let json = received.json, let error = json["status"]?.object == nil ? json : json["status"], error.object != nil,
            !received.isSuccess || error != json
        else { return fail(.unknownFormat) }
        if received.status == 412 { forget(session) }
        respond(PreauthorizeAnswer(status: PreauthorizeAnswer.Status(json: error, answered: received.status)))
    }

    private mutating func respond(_ answer: PreauthorizeAnswer) { callBack(.preauthorize(isServiced: true, answer)) }

    private mutating func fail(_ failure: PreauthorizeAnswer) { callBack(.preauthorize(isServiced: false, failure)) }

    /// Whether the requestor's most recently stored login has expired.
    private var isNewestSessionExpired: Bool { newestSessions.first.map { $0.expires <= now } ?? false }
}
