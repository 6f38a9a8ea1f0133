/// A set of values of the service that may grow. A value that this version does not know is kept as `unknown`.
public protocol OpenVocabulary: Hashable, Sendable, CustomStringConvertible {
    /// The known values with the service's spelling.
    static var words: [(value: Self, word: String)] { get }
    /// A word that is not among ``words``.
    static func unknown(_ word: String) -> Self
    /// The word, if it is not among ``words``.
    var unknownWord: String? { get }
}

extension OpenVocabulary {
    /// Creates a value from the service's spelling.
    public init(_ word: String) { self = Self.words.first { $0.word == word }?.value ?? .unknown(word) }

    /// The service's spelling.
    public var word: String {
        unknownWord ?? Self.words.first { $0.value == self }?.word ?? ""
    }

    /// The service's spelling.
    public var description: String { word }
}
