import VideoSubscriberAccount

/// Queries the system account for the permission and the signed-in user, without prompting the user and without an allow-list.
/// While the system prompts the user, the account's previous answer applies.
struct AccountCheck: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .account(let outcome) = input else {
            if let question = machine.openLogin?.question { return .finished(.account(question.state)) }
            return machine.ask(.accessStatus)
        }
        let state: AccountState
        switch outcome {
        case .access(.granted): return machine.ask(.status)
        case .access(.denied), .access(.restricted): state = .denied
        case .access(.notDetermined): state = .notDetermined
        case .failure(let failure): state = Self.state(after: failure)
        case .metadata:
            let signIn = outcome.signIn(of: machine.environment.applicationID)
            let isExpired = signIn?.expires.map { $0 <= machine.now } ?? false
            state = signIn.map { .signedIn($0, isExpired: isExpired) } ?? .nobody
        }
        machine.note(state)
        return .finished(.account(state))
    }

    /// Returns the state for a failure; a missing permission is not a failure.
    static func state(after failure: AccountFailure) -> AccountState {
        guard case .accessNotGranted(let isUndetermined) = failure.kind else { return .failed(failure) }
        return isUndetermined ? .notDetermined : .denied
    }
}
