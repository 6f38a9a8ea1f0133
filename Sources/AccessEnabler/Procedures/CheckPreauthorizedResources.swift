import ServiceAccess

/// `checkPreauthorizedResources`: the requested resources that the login covers, in the requested order (row 4.11).
struct CheckPreauthorizedResources: Procedure {
    let query: ResourceQuery
    var session: Session?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.check(let session, let statuses)): return checked(session, statuses, &machine)
        case .child(.service(let outcome)): return answered(outcome, &machine)
        default: return query.resources.isEmpty ? answer([], &machine) : .calling(AuthenticationCheck())
        }
    }

    private mutating func checked(
        _ session: Session?, _ statuses: [StatusReport], _ machine: inout EntitlementMachine
    ) -> Progress {
        guard let session else {
            // The clearing of the tokens is reported once, by the call that detects it.
            machine.raise(statuses.aboutOtherDevice)
            return answer([], &machine)
        }
        self.session = session
        if let decisions = query.cached(for: session, &machine) { return answer(decisions, &machine) }
        return .calling(query.request(for: session, machine))
    }

    private func answered(_ outcome: ServiceOutcome, _ machine: inout EntitlementMachine) -> Progress {
        if let session, case .answer(let received) = outcome, let decisions = query.decisions(in: received), !decisions.isEmpty {
            query.remember(decisions, for: session, &machine)
            return answer(decisions, &machine)
        }
        if let session, case .answer(let received) = outcome, received.status == 412 {
            machine.forget(session)
            return answer([], &machine)
        }
        machine.raise(statuses(after: outcome))
        return answer([], &machine)
    }

    private func statuses(after outcome: ServiceOutcome) -> [StatusReport] {
        let isList = outcome.received.map { query.decisions(in: $0) != nil } ?? false
        let message = isList ? "The service accepts fewer resources at once." : outcome.reason
        return outcome.statuses.or(
            StatusReport(.p100, message: message, resource: query.resources.joined(separator: ",")))
    }

    private func answer(_ decisions: [PreauthorizeAnswer.Decision], _ machine: inout EntitlementMachine) -> Progress {
        machine.callBack(.preauthorizedResources(decisions.filter(\.isAuthorized).map(\.id)))
        return .done
    }
}
