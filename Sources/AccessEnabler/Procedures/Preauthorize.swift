import ServiceAccess

/// `preauthorize`: answers its own callback object, never the delegate.
///
/// Calls `onResponse` if the service has answered, with decisions or an error; `onFailure` if the library could not send the
/// request or read the answer.
struct Preauthorize: Procedure {
    let query: ResourceQuery
    var session: Session?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.check(let session?, _)):
            self.session = session
            if let decisions = query.cached(for: session, &machine) {
                return answer(PreauthorizeAnswer(decisions: decisions), isServiced: true, &machine)
            }
            return .calling(query.request(for: session, machine))
        case .child(.check(nil, _)): return fail(.noSession(isExpired: machine.isNewestSessionExpired), &machine)
        case .child(.service(let outcome)): return answered(outcome, &machine)
        default: return .calling(AuthenticationCheck())
        }
    }

    private func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        switch outcome {
        case .unreachable, .insecure: return fail(.networkError(outcome.reason), &machine)
        case .foreign: return fail(.unknownFormat, &machine)
        // Throttling has no status of its own.
        case .answer(let received) where received.status == 429: return fail(.networkError(outcome.reason), &machine)
        case .noCredentials(let received) where received.status == 429: return fail(.networkError(outcome.reason), &machine)
        case .notRegistered, .noAccessToken, .noCredentials: return fail(.accessTokenUnavailable(outcome.reason), &machine)
        // The service's own error; the next call reports that the logins were cleared.
        case .answer(let received), .otherDevice(let received): return read(received, &machine)
        }
    }

    private func read(_ received: HTTPAnswer, _ machine: inout EntitlementMachine) -> Progress {
        if let session, let decisions = query.decisions(in: received) {
            query.remember(decisions, for: session, &machine)
            return answer(PreauthorizeAnswer(decisions: decisions), isServiced: true, &machine)
        }
        guard let json = received.json, let error = json["status"]?.object == nil ? json : json["status"], error.object != nil,
            !received.isSuccess || error != json
        else { return fail(.unknownFormat, &machine) }
        if let session, received.status == 412 { machine.forget(session) }
        let status = PreauthorizeAnswer.Status(json: error, answered: received.status)
        return answer(PreauthorizeAnswer(status: status), isServiced: true, &machine)
    }

    private func answer(
        _ answer: PreauthorizeAnswer, isServiced: Bool, _ machine: inout EntitlementMachine
    ) -> Progress {
        machine.callBack(.preauthorize(isServiced: isServiced, answer))
        return .done
    }

    private func fail(_ failure: PreauthorizeAnswer, _ machine: inout EntitlementMachine) -> Progress {
        answer(failure, isServiced: false, &machine)
    }
}

extension EntitlementMachine {
    /// Whether the requestor's most recently stored login has expired.
    fileprivate var isNewestSessionExpired: Bool { newestSessions.first.map { $0.expires <= now } ?? false }
}
