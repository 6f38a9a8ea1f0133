/// The reason why a text is not accepted as YAML.
public struct YAMLRefusal: Error, Sendable, Equatable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// A description of the exceeded limit or of the invalid or repeated key.
    public let message: String

    init(_ message: String, line: Int = 1, column: Int = 1) {
        self.message = message
        self.line = line
        self.column = column
    }
}
