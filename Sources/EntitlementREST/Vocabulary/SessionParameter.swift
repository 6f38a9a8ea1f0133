/// A parameter that a session may lack.
public struct SessionParameter: OpenVocabulary {
    /// The provider.
    public static let mvpd = Self("mvpd")
    /// The domain of the programmer. The documentation also calls it `domain`.
    public static let domainName = Self("domainName")
    /// The address at which the login ends.
    public static let redirectURL = Self("redirectUrl")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word == "domain" ? "domainName" : word }
}
