/// Continues a login after the system has prompted the user (rows 3.6 to 3.10, 3.22, 3.24).
struct PlatformSignIn: Procedure {
    let request: RequestID
    let answer: AccountOutcome

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .start: return begin(&machine)
        case .child(.exchange(let outcome)): return machine.follow(machine.loginOutcome(after: outcome))
        default: return .done
        }
    }

    private func begin(_ machine: inout EntitlementMachine) -> Progress {
        // The app may have cancelled the login in the meantime, or continued it another way.
        guard machine.openLogin?.question?.request == request else { return .done }
        // The dialog may have been presented after the answer arrived.
        machine.dismissDialog()
        machine.openLogin?.question = nil
        let state = machine.note(answer)
        switch machine.direction(after: state) {
        case .exchange(let provider): return .calling(PlatformSSOExchange(provider: provider))
        case .degraded(let provider): return .calling(DegradedAuthentication(provider: provider))
        case .end(let outcome):
            if case .failed(let failure) = state, failure.isUsersChoice, case .dialog(let statuses) = outcome {
                machine.openLogin?.declined = statuses
            }
            return machine.follow(outcome)
        // The system signed no user in, and gives no reason.
        case .user: return machine.follow(machine.dialog([StatusReport(.vsa503, message: Self.emptyAnswer)]))
        }
    }

    private static let emptyAnswer = "The system account returned an empty answer."
}
