import ServiceAccess

extension EntitlementMachine {
    /// `checkPreauthorizedResources`: the requested resources that the login covers, in the requested order (row 4.11).
    mutating func checkPreauthorizedResources(_ query: ResourceQuery) {
        guard !query.resources.isEmpty else { return answer([]) }
        checkAuthentication { session, statuses, machine in
            guard let session else {
                // The clearing of the tokens is reported once, by the call that detects it.
                machine.raise(statuses.aboutOtherDevice)
                return machine.answer([])
            }
            if let decisions = query.cached(for: session, &machine) { return machine.answer(decisions) }
            machine.requestService(query.request(for: session, machine)) { $1.answer(query, session, after: $0) }
        }
    }

    private mutating func answer(_ query: ResourceQuery, _ session: Session, after outcome: ServiceOutcome) {
        if case .answer(let received) = outcome, let decisions = query.decisions(in: received), !decisions.isEmpty {
            query.remember(decisions, for: session, &self)
            return answer(decisions)
        }
        if case .answer(let received) = outcome, received.status == 412 {
            forget(session)
        } else {
            let isList = outcome.received.map { query.decisions(in: $0) != nil } ?? false
            let message = isList ? "The service accepts fewer resources at once." : outcome.reason
            raise(outcome.statuses.or(StatusReport(.p100, message: message, resource: query.resources.joined(separator: ","))))
        }
        answer([])
    }

    private mutating func answer(_ decisions: [PreauthorizeAnswer.Decision]) {
        callBack(.preauthorizedResources(decisions.filter(\.isAuthorized).map(\.id)))
    }
}
