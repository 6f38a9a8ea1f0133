/// The reason for the answer to a session request.
public struct SessionReason: OpenVocabulary {
    /// No special reason.
    public static let ordinary = Self("none")
    /// The user is signed in.
    public static let authenticated = Self("authenticated")
    /// The user is signed in by single sign-on.
    public static let authenticatedSSO = Self("authenticatedSSO")
    /// A degradation rule admits every user.
    public static let degraded = Self("degraded")
    /// The provider is a temporary pass.
    public static let temporary = Self("temporary")
    /// The service could not use the status of the device's account.
    public static let partnerStatusFallback = Self("pfs_fallback")
    /// Single sign-on is not configured for this provider or platform.
    public static let configurationFallback = Self("configuration_fallback")
    /// A parameter of the basic flow is missing.
    public static let missingParametersFallback = Self("missing_parameters_fallback")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}
