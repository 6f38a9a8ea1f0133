/// An interface that a registered application may use: one of the scopes of its access tokens.
public enum ClientScope: String, Sendable, CaseIterable {
    /// REST v1.
    case version1 = "api:client:v1"
    /// REST v2.
    case version2 = "api:client:v2"
}
