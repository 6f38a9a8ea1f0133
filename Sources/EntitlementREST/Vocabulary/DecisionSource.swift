/// The source of a decision.
public enum DecisionSource: OpenVocabulary {
    /// The provider.
    case provider
    /// A degradation rule.
    case degradation
    /// A temporary pass.
    case temporaryPass
    /// A feature that does not contact the provider.
    case dummy
    /// A value of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.provider, "mvpd"), (.degradation, "degradation"), (.temporaryPass, "temppass"), (.dummy, "dummy"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }
}
