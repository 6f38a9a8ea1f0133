/// The rules with which a programmer keeps viewers watching while a provider is down (Degradation).
public enum Degradation: String, Sendable, Codable, CaseIterable {
    /// No rule.
    case none
    /// Everybody is authenticated and authorized without asking the provider.
    case authenticateAll = "authn-all"
    /// Everybody who is authenticated is authorized.
    case authorizeAll = "authz-all"
    /// Nobody is authorized.
    case authorizeNone = "authz-none"
}
