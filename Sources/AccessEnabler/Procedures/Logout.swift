/// `logout` (decision table 5): every login on this device ends at once. On iOS the app then shows the service's page, where the
/// MVPD's session ends too; on tvOS the service forgets this requestor's tokens and the MVPD is not told.
struct Logout: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        // The service's answer does not matter: on this device the person is logged out in any case. But that nobody listens in
        // is said.
        if case .child(.service(.insecure(let reason))) = input {
            machine.raise([StatusReport("SEC420", message: reason)])
        }
        guard case .start = input else { return finish(&machine) }
        machine.dropUnaskedLogin()
        if machine.openLogin != nil {
            machine.endLogin(code: PROVIDER_NOT_SELECTED_ERROR, statuses: [StatusReport("N005")])
        }
        let session = machine.usableRegularSession ?? machine.usableSessions.first
        // Whoever does not sign out in the system's settings is signed in again by the next setRequestor.
        let isSignedInAtSystem = machine.usableSessions.contains { $0.source == .apple }
        machine.clearSessions()
        guard let session else { return finish(&machine) }
        if isSignedInAtSystem { machine.raise([StatusReport("VSA203")]) }
        if machine.environment.platform == .ios {
            machine.openLogoutPage(of: session)
            return .done
        }
        return .calling(ServiceRequest(machine.apiRequest("DELETE", "/api/v1/logout", mvpd: session.mvpd)))
    }

    private func finish(_ machine: inout EntitlementMachine) -> Progress {
        machine.finishLogout(of: machine.ticket)
        return .done
    }
}
