import EntitlementModel

@testable import AccessEnabler

// The device of a walk.
extension World {
    /// What the system account answers without asking the person.
    func answer(_ query: AccountQuery) -> AccountOutcome {
        guard isDeviceReachable else { return Self.failure(.other) }
        if query == .accessStatus {
            return switch permission {
            case .granted: .access(.granted)
            case .denied: .access(.denied)
            case .restricted: .access(.restricted)
            case .notDetermined: .access(.notDetermined)
            }
        }
        guard permission == .granted else {
            return Self.failure(.accessNotGranted(isUndetermined: permission == .notDetermined))
        }
        guard let account else { return .metadata(provider: nil, expires: nil, response: nil) }
        guard Self.deviceSignsIn(at: account.platformID) else {
            return Self.failure(.unsupportedProvider(account.platformID))
        }
        let expires = now + (account.isExpired ? -1 : 1)
        guard case .response = query else {
            return .metadata(provider: account.platformID, expires: expires, response: nil)
        }
        guard !account.isExpired else { return Self.failure(.providerRejected) }
        return .metadata(provider: account.platformID, expires: expires, response: "\n response of\t\(account.platformID) \n")
    }

    /// What the system account answers after the person has done something.
    mutating func outcome(of action: PersonAction, asked query: SignInQuery) -> AccountOutcome {
        switch action {
        case .cancels: return Self.failure(.userCancelled)
        case .choosesOther: return Self.failure(.unsupportedProvider(nil))
        case .fails: return Self.failure(.other)
        case .nothing, .dialogAppears, .dialogGoes: return .metadata(provider: nil, expires: nil, response: nil)
        case .permissionGoes(let permission):
            self.permission = permission
            return Self.failure(.accessNotGranted(isUndetermined: permission == .notDetermined))
        case .picks(let provider):
            let signsIn = Self.deviceSignsIn(at: provider)
            guard !signsIn || query.accepted.contains(provider) else { return Self.failure(.unsupportedProvider(provider)) }
            account = Account(platformID: provider)
            guard signsIn else { return Self.failure(.unsupportedProvider(provider)) }
            return .metadata(provider: provider, expires: now + 1, response: nil)
        }
    }

    private static func failure(_ kind: AccountFailure.Kind) -> AccountOutcome {
        .failure(AccountFailure(kind: kind, description: "VSErrorDomain"))
    }
}
