/// Why a text is not read as YAML, though it may be some.
public struct YAMLRefusal: Error, Sendable, Equatable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// What is too much, and how much is accepted; what is wrong with a key.
    public let message: String

    init(_ message: String, line: Int = 1, column: Int = 1) {
        self.message = message
        self.line = line
        self.column = column
    }
}
