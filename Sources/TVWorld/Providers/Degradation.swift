/// The rules that a programmer applies during a provider's outage, so that viewers can continue to watch (Degradation).
public enum Degradation: String, Sendable, Codable, CaseIterable {
    /// No rule.
    case none
    /// Every user is authenticated and authorized; the provider is not contacted.
    case authenticateAll = "authn-all"
    /// Every authenticated user is authorized.
    case authorizeAll = "authz-all"
    /// No user is authorized.
    case authorizeNone = "authz-none"
}
