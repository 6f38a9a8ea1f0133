import ProjectTesting
import Testing

/// A random world, as far as it can be changed from outside: the integrations, the signed-in user, the permissions.
struct RandomSituation: Sendable, CustomTestStringConvertible {
    struct Integration: Sendable {
        let mvpd: String
        let isEnabled: Bool
        let hasSingleSignOn: Bool
        let degradation: String
    }

    let seed: UInt64
    let app: String
    let requestor: String
    let platform: String
    let access: String
    let provider: (id: String, mvpd: String, isSupported: Bool)?
    let subscriber: String
    let integrations: [Integration]
    let resource: String
    /// The user's choice when the system prompts.
    let pick: String

    var testDescription: String { "seed \(seed)" }

    private static let providers = [
        (id: "alpha.example", mvpd: "AlphaCable", isSupported: true),
        (id: "beta.example", mvpd: "BetaFiber", isSupported: false),
        (id: "delta.example", mvpd: "DeltaCoop", isSupported: true),
        (id: "epsilon.example", mvpd: "EpsilonTV", isSupported: true),
    ]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        app = "org.example" + String(random.next() % 100_000) + ".tv"
        requestor = "REF30"
        platform = Bool.random(using: &random) ? "ios" : "tvos"
        // Granted more often than not: otherwise most situations end at the first step.
        access = ["granted", "granted", "granted", "granted", "denied", "restricted", "not-determined"].randomElement(
            using: &random)!
        provider = (Self.providers + [nil, nil, nil]).randomElement(using: &random)!
        subscriber = ["alice", "bob"].randomElement(using: &random)!
        integrations = Self.providers.map { provider in
            Integration(
                mvpd: provider.mvpd, isEnabled: Int.random(in: 0..<4, using: &random) > 0,
                hasSingleSignOn: Int.random(in: 0..<4, using: &random) > 0,
                degradation: ["none", "none", "authn-all", "authz-all", "authz-none"].randomElement(using: &random)!)
        }
        resource = ["news", "sports"].randomElement(using: &random)!
        pick = (Self.providers.map(\.id) + ["other", "cancel"]).randomElement(using: &random)!
    }

    /// The callbacks of setRequestor, checkAuthentication and checkAuthorization according to the tables; a word each.
    var expected: [String] {
        let on = integrations.filter { $0.isEnabled && $0.hasSingleSignOn }
        let permission = ["denied": ["VSA403"], "restricted": ["VSA403"], "not-determined": ["VSA404"]][access] ?? []
        let refused = ["N000", "setAuthenticationStatus 0"]
        let nothing = refused + refused + ["tokenRequestFailed"]
        guard !on.isEmpty else { return ["setRequestorComplete 1"] + nothing }
        guard permission.isEmpty else {
            let checked = permission + refused
            return permission + ["setRequestorComplete 1"] + checked + checked + ["tokenRequestFailed"]
        }
        guard let provider, let integration = on.first(where: { $0.mvpd == provider.mvpd }) else {
            return ["setRequestorComplete 1"] + nothing
        }
        // Remembered only: nobody is signed in there, also when everybody would be authenticated.
        guard provider.isSupported else { return ["setRequestorComplete 1"] + nothing }
        if integration.degradation == "authn-all" {
            return ["N010", "setRequestorComplete 1", "setAuthenticationStatus 1", "Z010", "setToken"]
        }
        return ["setRequestorComplete 1", "setAuthenticationStatus 1"] + decision(integration)
    }

    /// The callbacks of the getAuthentication that follows.
    var expectedLogin: [String] {
        let isAuthenticated = expected.contains("setAuthenticationStatus 1")
        let on = integrations.filter { $0.isEnabled && $0.hasSingleSignOn }
        let permission = ["denied": ["VSA403"], "restricted": ["VSA403"], "not-determined": ["VSA404"]][access] ?? []
        guard !isAuthenticated else { return ["setAuthenticationStatus 1"] }
        guard !on.isEmpty, permission.isEmpty else { return (on.isEmpty ? [] : permission) + ["displayProviderDialog"] }
        let windows = ["presentTvProviderDialog", "dismissTvProviderDialog"]
        if let provider { return choice(provider.mvpd, provider.isSupported) }
        switch pick {
        case "other": return windows + ["N003", "displayProviderDialog"]
        case "cancel": return windows + ["N005", "displayProviderDialog"]
        default:
            guard let provider = Self.providers.first(where: { $0.id == pick }) else { return [] }
            return windows + choice(provider.mvpd, provider.isSupported)
        }
    }

    /// The outcome for a provider that the user has picked, or that the device remembers.
    private func choice(_ mvpd: String, _ isSupported: Bool) -> [String] {
        guard let integration = integrations.first(where: { $0.mvpd == mvpd }), integration.isEnabled, integration.hasSingleSignOn
        else { return ["N004", "displayProviderDialog"] }
        if integration.degradation == "authn-all" { return ["N010", "setAuthenticationStatus 1"] }
        if isSupported { return ["setAuthenticationStatus 1"] }
        return platform == "ios" ? ["navigateToUrl"] : ["REGCODE"]
    }

    private func decision(_ integration: Integration) -> [String] {
        switch integration.degradation {
        case "authz-all": ["Z010", "setToken"]
        case "authz-none": ["Z169", "tokenRequestFailed"]
        default: subscriber == "alice" || resource == "news" ? ["setToken"] : ["Z100", "tokenRequestFailed"]
        }
    }
}
