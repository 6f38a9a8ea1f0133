/// `handleExternalURL`: after a login page, looks for the token that the login has left at the service.
struct HandleExternalURL: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .child(.exchange(let outcome)) = input else {
            // Nothing was opened: the call has no effect.
            guard let page = machine.openLogin?.page else { return .done }
            return .calling(TokenRequest(provider: page, source: .regular))
        }
        guard case .stored(let session) = outcome else {
            machine.trackAuthentication(nil)
            machine.endLogin(code: GENERIC_AUTHENTICATION_ERROR, statuses: Self.statuses(for: outcome))
            return .done
        }
        machine.completeLogin(session, isCached: false, statuses: [])
        return .done
    }

    private static func statuses(for outcome: ExchangeOutcome) -> [StatusReport] {
        guard case .failed(let reason, let statuses) = outcome else {
            return [StatusReport("N130", message: "The login page has left no session at the service.")]
        }
        return statuses.isEmpty ? [StatusReport("N500", message: reason)] : statuses
    }
}
