import EntitlementModel
import ServiceAccess

@testable import AccessEnabler

// The device of a walk.
extension World {
    /// What the system account answers without asking the user.
    func answer(_ query: AccountQuery) -> AccountOutcome {
        guard isDeviceReachable else { return Self.failure(.other) }
        guard permission == .granted, query != .accessStatus else { return access }
        guard let account else { return .metadata(provider: nil, expires: nil, response: nil) }
        guard Self.deviceSignsIn(at: account.platformID) else {
            return Self.failure(.unsupportedProvider(account.platformID))
        }
        guard case .response = query else { return Self.metadata(account) }
        guard !account.isExpired else { return Self.failure(.providerRejected) }
        return Self.metadata(account, response: "\n response of\t\(account.platformID) \n")
    }

    private var access: AccountOutcome {
        switch permission {
        case .granted: .access(.granted)
        case .denied: .access(.denied)
        case .restricted: .access(.restricted)
        case .notDetermined: .access(.notDetermined)
        }
    }

    private static func metadata(_ account: Account, response: String? = nil) -> AccountOutcome {
        // A sign-in that has expired is as old as possible.
        .metadata(
            provider: account.platformID, expires: account.isExpired ? 0 : 4_102_444_800_000 + Int64(account.renewals),
            response: response,
            verification: "sign-in \(account.number)")
    }

    /// What the system account answers after the user has done something.
    mutating func outcome(of action: UserAction, asked query: SignInQuery) -> AccountOutcome {
        switch action {
        case .cancels: return Self.failure(.userCancelled)
        case .choosesOther: return Self.failure(.unsupportedProvider(nil))
        case .fails: return Self.failure(.other)
        case .nothing, .dialogAppears, .dialogGoes, .endsPage: return .metadata(provider: nil, expires: nil, response: nil)
        case .permissionGoes(let permission):
            self.permission = permission
            return access
        case .picks(let provider):
            let signsIn = Self.deviceSignsIn(at: provider)
            guard !signsIn || query.accepted.contains(provider) else { return Self.failure(.unsupportedProvider(provider)) }
            signIn(at: provider)
            guard signsIn, let account else { return Self.failure(.unsupportedProvider(provider)) }
            return Self.metadata(account)
        }
    }

    /// A page that the library shows in the system's browser, as the model writes it.
    static func line(browsing page: String) -> String { "browser(\(Callback.value("mso_id", in: page)))" }

    private static func failure(_ kind: AccountFailure.Kind) -> AccountOutcome {
        .failure(AccountFailure(kind: kind, description: "VSErrorDomain"))
    }
}
