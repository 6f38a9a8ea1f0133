extension EntitlementMachine {
    /// Looks for a usable session: first in the local storage, then in the system account, never at a service (decision table 2).
    ///
    /// - Parameter next: Receives the session, or nil and the codes of the reasons why there is none.
    mutating func checkAuthentication(
        then next: @escaping @Sendable (Session?, [StatusReport], inout EntitlementMachine) -> Void
    ) {
        if let session = usableRegularSession { return next(session, [], &self) }
        if usableSessions.isEmpty, storage.sessions.values.contains(where: { $0.deviceID != storage.deviceID }) {
            clearSessions()
            return next(nil, [.otherDevice, StatusReport(.n000)], &self)
        }
        guard configuration?.hasSingleSignOn == true else { return next(nil, [StatusReport(.n000)], &self) }
        checkAccount { state, machine in
            guard case .signedIn(let signIn, _) = state,
                let provider = machine.configuration?.provider(platformID: signIn.provider),
                let session = machine.usableAppleSession(mvpd: provider.id), machine.isBacked(session)
            else { return next(nil, state.statuses(in: .checkAuthentication) + [StatusReport(.n000)], &machine) }
            next(session, [], &machine)
        }
    }

    /// Queries the system account for the permission and the signed-in user, without prompting the user and without an allow-list.
    /// While the system prompts the user, the account's previous answer applies.
    mutating func checkAccount(then next: @escaping Continuation<AccountState>) {
        if let question = openLogin?.question { return next(question.state, &self) }
        ask(.accessStatus) { outcome, machine in
            guard outcome == .access(.granted) else { return next(machine.note(outcome), &machine) }
            machine.ask(.status) { next($1.note($0), &$1) }
        }
    }
}
