/// `handleExternalURL`: goes on with whatever has opened a page, a login or a logout, which end at the same URL. Without one the
/// call has no effect, and so it is the second time.
struct HandleExternalURL: Procedure {
    /// The URL at which the page has ended; nil when the app does not know it (`getAuthenticationToken`).
    let url: String?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        guard case .start = input else { return .done }
        machine.closeLogoutPage()
        if machine.openLogin?.page?.ends(at: url) == true { return .calling(LoginReturn()) }
        return .done
    }
}

/// Ends a login on a provider's page: fetches the token that it has left at the service (rows 3.15 and 3.19).
struct LoginReturn: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.exchange(let outcome)): return machine.finishLogin(outcome)
        case .child(.login(let outcome)): return machine.follow(outcome)
        case .child: return .done
        default:
            guard let page = machine.openLogin?.page else { return .done }
            return .calling(TokenRequest(provider: page.provider, source: .regular, formerTokens: page.formerTokens))
        }
    }
}

extension EntitlementMachine {
    /// Ends the open login with the token that was, or was not, at the service.
    mutating func finishLogin(_ outcome: ExchangeOutcome) -> Progress {
        switch outcome {
        case .stored(let session): completeLogin(session, isCached: false, statuses: [])
        // An AuthNAll rule has begun meanwhile.
        case .degraded(let session): completeLogin(session, isCached: false, statuses: [StatusReport("N010")])
        case .refused, .failed, .accountFailed:
            guard openLogin?.page?.isPassive != true else { return endPassivePage() }
            trackAuthentication(nil)
            failLogin(Self.statuses(for: outcome))
        }
        return .done
    }

    /// Ends the open login because the service does not let it go on.
    mutating func failLogin(_ statuses: [StatusReport]) {
        let isOtherDevice = !statuses.aboutOtherDevice.isEmpty
        endLogin(code: isOtherDevice ? USER_NOT_AUTHENTICATED_ERROR : GENERIC_AUTHENTICATION_ERROR, statuses: statuses)
    }

    private static func statuses(for outcome: ExchangeOutcome) -> [StatusReport] {
        guard case .failed(let reason, let statuses) = outcome else {
            return [StatusReport("N130", message: "The login page has left no session at the service.")]
        }
        return statuses.isEmpty ? [StatusReport("N500", message: reason)] : statuses
    }
}

extension ServiceOutcome {
    /// The codes for a login that the service does not let go on.
    var loginStatuses: [StatusReport] {
        guard let statuses, !statuses.isEmpty else { return [StatusReport("N500", message: reason)] }
        return statuses
    }
}
