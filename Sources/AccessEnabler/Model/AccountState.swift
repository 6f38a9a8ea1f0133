import ServiceAccess

/// The identity of a sign-in to the system account, as far as the account reports it.
struct AccountSignIn: Sendable, Equatable {
    /// The platform's identifier of the provider.
    let provider: String
    /// The expiration date, in milliseconds since 1970.
    let expires: Int64?
    /// The verification data, Base64.
    let verification: String?
    /// The app that received the verification data, which differ between apps. Apps of a team share their tokens.
    var application: String?

    /// Returns whether the account's current sign-in is still this one.
    ///
    /// The verification data decide. If one of the sign-ins has none, or they are those of different apps, the expiration dates
    /// decide, unless the present one has passed. A sign-in that has only expired is still the same, and so is one that the
    /// provider has renewed since.
    func isSame(as present: AccountSignIn, now: Int64) -> Bool {
        guard provider == present.provider else { return false }
        if application == present.application, let verification, let other = present.verification { return verification == other }
        guard let expires, let other = present.expires, other > now else { return true }
        return expires == other
    }
}

extension AccountSignIn {
    /// Creates a sign-in from its stored form; nil without a provider.
    init?(json: JSONValue) {
        guard let provider = json["provider"]?.text else { return nil }
        self.init(
            provider: provider, expires: json["expires"]?.integer, verification: json["verification"]?.text,
            application: json["application"]?.text)
    }

    /// The stored form.
    var json: JSONValue {
        JSONValue(present: [
            "provider": .text(provider), "expires": expires.map(JSONValue.integer),
            "verification": verification.map(JSONValue.text), "application": application.map(JSONValue.text),
        ])
    }
}

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
    /// Returns the sign-in that was reported to an app; nil if there is none or it was not reported to that app.
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
