/// A set of words of the service that may grow. Those that this version knows have names; any other word is a value, too.
public protocol OpenVocabulary: Hashable, Sendable, CustomStringConvertible {
    /// The service's spelling.
    var word: String { get }
    /// Creates a value from the service's spelling.
    init(_ word: String)
}

extension OpenVocabulary {
    /// The service's spelling.
    public var description: String { word }
}
