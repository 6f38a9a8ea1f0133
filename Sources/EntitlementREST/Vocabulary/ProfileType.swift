/// The origin of a profile.
public enum ProfileType: OpenVocabulary {
    /// A login at the provider.
    case regular
    /// The system account of the device.
    case appleSSO
    /// The identity of the platform, from another app.
    case platformSSO
    /// A service token, from another app or device.
    case serviceTokenSSO
    /// A degradation rule: every user counts as signed in.
    case degraded
    /// A temporary pass.
    case temporary
    /// A value of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.regular, "regular"), (.appleSSO, "appleSSO"), (.platformSSO, "platformSSO"), (.serviceTokenSSO, "serviceTokenSSO"),
        (.degraded, "degraded"), (.temporary, "temporary"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }
}
