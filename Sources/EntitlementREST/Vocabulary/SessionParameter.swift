/// A parameter that a session may lack.
public enum SessionParameter: OpenVocabulary {
    /// The provider.
    case mvpd
    /// The domain of the programmer. The documentation also calls it `domain`.
    case domainName
    /// The address at which the login ends.
    case redirectURL
    /// A value of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.mvpd, "mvpd"), (.domainName, "domainName"), (.domainName, "domain"), (.redirectURL, "redirectUrl"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }
}
