/// `logout`: every login on this device ends, the service forgets this requestor's tokens, the MVPD is not told.
struct Logout: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .start = input else { return finish(&machine) }
        if machine.openLogin != nil {
            machine.endLogin(code: PROVIDER_NOT_SELECTED_ERROR, statuses: [StatusReport("N005")])
        }
        machine.presetProvider = nil
        guard machine.situation.hasSessions else { return finish(&machine) }
        let session = machine.usableSessions.first
        machine.clearSessions()
        guard let session else { return finish(&machine) }
        if session.source == .apple { machine.raise([StatusReport("VSA203")]) }
        // The answer does not matter: on this device the person is logged out in any case.
        return .calling(ServiceRequest(machine.apiRequest("DELETE", "/api/v1/logout", mvpd: session.mvpd)))
    }

    private func finish(_ machine: inout EntitlementMachine) -> Progress {
        machine.callBack(.setAuthenticationStatus(isSuccess: false, code: USER_NOT_AUTHENTICATED_ERROR))
        return .done
    }
}
