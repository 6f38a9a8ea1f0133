/// The answer of the system account, in the terms of the decision tables.
enum AccountState: Sendable, Equatable {
    /// The permission is denied or restricted.
    case denied
    /// The user was never prompted.
    case notDetermined
    /// The account cannot be queried, or fails.
    case failed(AccountFailure)
    /// The permission is granted, but no user is signed in.
    case nobody
    /// The permission is granted, and a user is signed in at a provider of the platform.
    case signedIn(AccountSignIn, isExpired: Bool)
}

extension AccountOutcome {
    /// The sign-in that was reported to an app; nil if there is none or it was not reported to that app.
    func signIn(of application: String) -> AccountSignIn? {
        guard case .metadata(let provider?, let expires, _, let verification) = self else { return nil }
        return AccountSignIn(provider: provider, expires: expires, verification: verification, application: application)
    }
}

extension AccountState {
    /// Creates the state from the account's answer to an app.
    init(_ outcome: AccountOutcome, of application: String, now: Int64) {
        self =
            switch outcome {
            case .access(.denied), .access(.restricted): .denied
            case .access(.notDetermined): .notDetermined
            case .access(.granted), .metadata:
                outcome.signIn(of: application).map { .signedIn($0, isExpired: ($0.expires ?? .max) <= now) } ?? .nobody
            case .failure(let failure): .failed(failure)
            }
    }
}

/// The call in which the system account was queried; each has its own error codes.
enum AccountStep: Sendable {
    case setRequestor, checkAuthentication, getAuthentication
}

extension AccountState {
    /// Returns the advanced codes for an account that does not lead to a token.
    func statuses(in step: AccountStep) -> [StatusReport] {
        switch self {
        case .denied: [StatusReport(.vsa403)]
        case .notDetermined: [StatusReport(.vsa404)]
        case .failed(let failure): Self.statuses(for: failure, in: step)
        case .nobody, .signedIn: []
        }
    }

    private static func statuses(for failure: AccountFailure, in step: AccountStep) -> [StatusReport] {
        switch failure.kind {
        case .unsupportedProvider(nil): return [StatusReport(.n003)]
        case .unsupportedProvider: return step == .getAuthentication ? [StatusReport(.n004)] : []
        case .userCancelled: return [StatusReport(.n005)]
        case .providerRejected, .other:
            return switch step {
            case .setRequestor: [StatusReport(.appl, details: failure.description)]
            case .checkAuthentication: [StatusReport(.applError, details: failure.description)]
            case .getAuthentication: [StatusReport(.vsa503, message: failure.description)]
            }
        }
    }
}
