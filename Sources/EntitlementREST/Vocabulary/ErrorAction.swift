/// The action that the service recommends after an error.
public struct ErrorAction: OpenVocabulary {
    /// No action helps.
    public static let nothing = Self("none")
    /// The configuration must be corrected at the service.
    public static let configuration = Self("configuration")
    /// The request may be repeated.
    public static let retry = Self("retry")
    /// The user must sign in.
    public static let authentication = Self("authentication")
    /// The app needs a new access token or registration.
    public static let applicationRegistration = Self("application-registration")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}
