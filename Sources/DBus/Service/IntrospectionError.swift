/// Introspection data that cannot be read.
public struct IntrospectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Bytes of the largest document that is read.
    static let sizeLimit = 1 << 20
    /// Elements in elements that are read.
    static let depthLimit = 32

    /// The line of the document, from 1.
    public let line: Int
    /// What is wrong there.
    public let reason: String

    public var description: String { "introspection data, line \(line): \(reason)" }
}
