/// The action that the service recommends after an error.
public enum ErrorAction: OpenVocabulary {
    /// No action helps.
    case nothing
    /// The configuration must be corrected at the service.
    case configuration
    /// The request may be repeated.
    case retry
    /// The user must sign in.
    case authentication
    /// The app needs a new access token or registration.
    case applicationRegistration
    /// A value of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.nothing, "none"), (.configuration, "configuration"), (.retry, "retry"), (.authentication, "authentication"),
        (.applicationRegistration, "application-registration"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }
}
