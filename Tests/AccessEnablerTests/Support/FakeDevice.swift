import DecisionTables

@testable import AccessEnabler

/// A device whose answers are set by the arrangements.
struct FakeDevice {
    var access = VSAccountAccessStatus.notDetermined
    var account: (provider: String, subscriber: String)? { didSet { signIns += 1 } }
    /// How often a user has signed in or out.
    private var signIns = 0
    var isExpired = false
    /// When the authentication of an account expires that has not.
    var expires: Int64 = 4_102_444_800_000
    var isReachable = true
    /// The user's next answers, by prompt; without one, the prompt is cancelled.
    var answers: [(prompt: Arrangement.Prompt, text: String)] = []
    /// The prompts that were shown.
    private(set) var questions: [SignInQuery] = []

    /// The providers at which the device can be signed in.
    static let supported = ["alpha.example", "delta.example", "epsilon.example"]

    /// Answers like vsad.
    func answer(_ query: AccountQuery, now: Int64) -> AccountOutcome {
        guard isReachable else {
            return .failure(AccountFailure(kind: .other, description: "VSErrorDomain 3: nobody answers on the bus"))
        }
        guard access == .granted, query != .accessStatus else { return .access(access) }
        guard let account else { return .metadata(provider: nil, expires: nil, response: nil) }
        guard Self.supported.contains(account.provider) else {
            return .failure(
                AccountFailure(kind: .unsupportedProvider(account.provider), description: "VSErrorDomain 1"))
        }
        let expires = isExpired ? now - 1_000 : expires
        let verification = "sign-in \(signIns)"
        guard case .response(let token, let attributes) = query else {
            return .metadata(provider: account.provider, expires: expires, response: nil, verification: verification)
        }
        guard !isExpired else {
            return .failure(AccountFailure(kind: .providerRejected, description: "VSErrorDomain 4"))
        }
        // White space as in an indented document.
        let response = "\n  saml \t \(account.provider)\n \(account.subscriber)  \(token) \(attributes.joined(separator: ","))\n"
        return .metadata(provider: account.provider, expires: expires, response: response, verification: verification)
    }

    /// Prompts the user like vsad: whether a dialog appears, and its result.
    mutating func ask(_ query: SignInQuery, now: Int64) -> (isShown: Bool, outcome: AccountOutcome) {
        questions.append(query)
        let stored = answer(.status, now: now)
        guard case .metadata(let provider, _, _, _) = stored, provider == nil || query.isForced else { return (false, stored) }
        if let provider, !query.supported.isEmpty, !query.supported.contains(provider) {
            return (false, fail(.unsupportedProvider(provider), 1))
        }
        if let provider { return (true, signIn(at: provider, isPicked: false, query, now)) }
        if query.supported.count == 1 { return (true, select(query.supported[0], isPicked: false, query, now)) }
        return (true, pick(query, now))
    }

    private mutating func pick(_ query: SignInQuery, _ now: Int64) -> AccountOutcome {
        switch next(.picker) {
        case "cancel": return fail(.userCancelled, 2)
        case "other": return fail(.unsupportedProvider(nil), 1)
        case let provider: return select(provider, isPicked: true, query, now)
        }
    }

    private mutating func select(
        _ provider: String, isPicked: Bool, _ query: SignInQuery, _ now: Int64
    ) -> AccountOutcome {
        guard Self.supported.contains(provider) else {
            account = (provider, "")
            return fail(.unsupportedProvider(provider), 1)
        }
        guard query.accepted.contains(provider) else { return fail(.unsupportedProvider(provider), 1) }
        return signIn(at: provider, isPicked: isPicked, query, now)
    }

    private mutating func signIn(
        at provider: String, isPicked: Bool, _ query: SignInQuery, _ now: Int64
    ) -> AccountOutcome {
        switch next(.signIn) {
        case "cancel": return isPicked ? pick(query, now) : fail(.userCancelled, 2)
        case "wrong-password": return signIn(at: provider, isPicked: isPicked, query, now)
        case let subscriber:
            account = (provider, subscriber)
            isExpired = false
            return answer(.status, now: now)
        }
    }

    private mutating func next(_ prompt: Arrangement.Prompt) -> String {
        answers.firstIndex { $0.prompt == prompt }.map { answers.remove(at: $0).text } ?? "cancel"
    }

    private func fail(_ kind: AccountFailure.Kind, _ code: Int) -> AccountOutcome {
        .failure(AccountFailure(kind: kind, description: "VSErrorDomain \(code)"))
    }
}
