/// The source of a decision.
public struct DecisionSource: OpenVocabulary {
    /// The provider.
    public static let provider = Self("mvpd")
    /// A degradation rule.
    public static let degradation = Self("degradation")
    /// A temporary pass.
    public static let temporaryPass = Self("temppass")
    /// A feature that does not contact the provider.
    public static let dummy = Self("dummy")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}
