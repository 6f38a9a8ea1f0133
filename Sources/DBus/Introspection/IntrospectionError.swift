/// The introspection data is invalid.
public struct IntrospectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The maximum size of a document, in bytes.
    static let sizeLimit = 1 << 20
    /// The maximum nesting depth of elements.
    static let depthLimit = 32

    /// The line of the document, starting at 1.
    public let line: Int
    /// A description of the problem.
    public let reason: String

    public var description: String { "introspection data, line \(line): \(reason)" }
}
