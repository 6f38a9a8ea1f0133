/// How a profile came about.
public enum ProfileType: OpenVocabulary {
    /// By a login at the provider.
    case regular
    /// By the system account of the device.
    case appleSSO
    /// By the identity of the platform, from another app.
    case platformSSO
    /// By a service token, from another app or device.
    case serviceTokenSSO
    /// By a degradation rule: every user counts as signed in.
    case degraded
    /// By a temporary pass.
    case temporary
    /// A word of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.regular, "regular"), (.appleSSO, "appleSSO"), (.platformSSO, "platformSSO"), (.serviceTokenSSO, "serviceTokenSSO"),
        (.degraded, "degraded"), (.temporary, "temporary"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }
}
