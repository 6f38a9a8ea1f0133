/// Looks for a usable session: first in the local storage, then in the system account, never at a service (decision table 2).
struct AuthenticationCheck: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.account(let state)) = input else { return begin(&machine) }
        guard case .signedIn(let signIn, _) = state,
            let provider = machine.configuration?.provider(platformID: signIn.provider),
            let session = machine.usableAppleSession(mvpd: provider.id), machine.isBacked(session)
        else { return none(state.statuses(in: .checkAuthentication)) }
        return .finished(.check(session, []))
    }

    private func begin(_ machine: inout EntitlementMachine) -> Progress {
        if let session = machine.usableRegularSession { return .finished(.check(session, [])) }
        let deviceID = machine.storage.deviceID
        if machine.usableSessions.isEmpty, machine.storage.sessions.values.contains(where: { $0.deviceID != deviceID }) {
            machine.clearSessions()
            return none([.otherDevice])
        }
        guard machine.configuration?.hasSingleSignOn == true else { return none([]) }
        return .calling(AccountCheck())
    }

    private func none(_ statuses: [StatusReport]) -> Progress {
        .finished(.check(nil, statuses + [StatusReport(.n000)]))
    }
}

struct CheckAuthentication: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.check(let session, let statuses)) = input else { return .calling(AuthenticationCheck()) }
        machine.report(session, statuses)
        return .done
    }
}
