@testable import AccessEnabler

/// A device whose answers the arrangements decide.
struct FakeDevice {
    var access = AccountOutcome.AccessStatus.notDetermined
    var account: (provider: String, subscriber: String)?
    var isExpired = false
    var isReachable = true

    /// The providers that sign the device in.
    static let supported = ["alpha.example", "delta.example", "epsilon.example"]

    /// Answers as vsad does.
    func answer(_ query: AccountQuery, now: Int64) -> AccountOutcome {
        guard isReachable else {
            return .failure(AccountFailure(kind: .other, description: "VSErrorDomain 3: nobody answers on the bus"))
        }
        if query == .accessStatus { return .access(access) }
        guard access == .granted else {
            return .failure(
                AccountFailure(kind: .accessNotGranted(isUndetermined: access == .notDetermined), description: "VSErrorDomain 0"))
        }
        guard let account else { return .metadata(provider: nil, expires: nil, response: nil) }
        guard Self.supported.contains(account.provider) else {
            return .failure(
                AccountFailure(kind: .unsupportedProvider(account.provider), description: "VSErrorDomain 1"))
        }
        let expires = now + (isExpired ? -1_000 : 86_400_000)
        guard case .response(_, let token, let attributes) = query else {
            return .metadata(provider: account.provider, expires: expires, response: nil)
        }
        guard !isExpired else {
            return .failure(AccountFailure(kind: .providerRejected, description: "VSErrorDomain 4"))
        }
        // White space as in an indented document.
        let response = "\n  saml \t \(account.provider)\n \(account.subscriber)  \(token) \(attributes.joined(separator: ","))\n"
        return .metadata(provider: account.provider, expires: expires, response: response)
    }
}
