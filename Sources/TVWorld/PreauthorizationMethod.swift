/// How the service finds out which of several resources a user may see.
///
/// Mirrors the methods of the MVPD preflight integration.
public enum PreauthorizationMethod: String, Sendable, Codable, CaseIterable {
    /// One question to the provider about all of them.
    case multiChannel = "multi-channel"
    /// The channel line-up that the provider told at sign-in (SAML attribute `authorized_resources`); nobody is asked.
    case lineUp = "line-up"
    /// One authorization for each of them; what is authorized already is not asked again.
    case forkAndJoin = "fork-and-join"
}
