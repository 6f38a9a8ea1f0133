/// The way in which the service determines which of several resources a user can watch.
///
/// Mirrors the methods of the MVPD preflight integration.
public enum PreauthorizationMethod: String, Sendable, CaseIterable {
    /// One request to the provider for all of them.
    case multiChannel = "multi-channel"
    /// The channel line-up that the provider sent at sign-in (SAML attribute `authorized_resources`); the provider is not
    /// contacted.
    case lineUp = "line-up"
    /// One authorization for each of them, except those that are already authorized.
    case forkAndJoin = "fork-and-join"
}
