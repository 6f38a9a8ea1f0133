import ServiceAccess

/// The outcome of a request for a token; an error where the token was needed.
enum ExchangeOutcome: Error, Equatable {
    /// The token is stored.
    case stored(Session)
    /// The MVPD is degraded: a token was issued without an exchange, and is stored.
    case degraded(Session)
    /// The system account provided no response.
    case accountFailed(AccountState)
    /// The service issued no token, with the reason.
    case refused(String)
    /// The service did not answer, or another server did.
    case failed(ServiceOutcome)

    /// Creates the outcome of an exchange from a failed request.
    init(without outcome: ServiceOutcome) {
        if case .answer(let answer) = outcome, (400...499).contains(answer.status), answer.status != 429 {
            self = .refused(outcome.reason)
        } else {
            self = .failed(outcome)
        }
    }
}
