import VideoSubscriberAccount

/// Queries the system account for the permission and the signed-in user, without prompting the user and without an allow-list.
/// While the system prompts the user, the account's previous answer applies.
struct AccountCheck: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .account(let outcome) = input else {
            if let question = machine.openLogin?.question { return .finished(.account(question.state)) }
            return machine.ask(.accessStatus)
        }
        if outcome == .access(.granted) { return machine.ask(.status) }
        return .finished(.account(machine.note(outcome)))
    }
}
