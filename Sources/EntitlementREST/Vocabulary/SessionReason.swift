/// The reason for the answer to a session request.
public enum SessionReason: OpenVocabulary {
    /// No special reason.
    case ordinary
    /// The user is signed in.
    case authenticated
    /// The user is signed in by single sign-on.
    case authenticatedSSO
    /// A degradation rule admits every user.
    case degraded
    /// The provider is a temporary pass.
    case temporary
    /// The service could not use the status of the device's account.
    case partnerStatusFallback
    /// Single sign-on is not configured for this provider or platform.
    case configurationFallback
    /// A parameter of the basic flow is missing.
    case missingParametersFallback
    /// A value of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.ordinary, "none"), (.authenticated, "authenticated"), (.authenticatedSSO, "authenticatedSSO"), (.degraded, "degraded"),
        (.temporary, "temporary"), (.partnerStatusFallback, "pfs_fallback"),
        (.configurationFallback, "configuration_fallback"), (.missingParametersFallback, "missing_parameters_fallback"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }
}
