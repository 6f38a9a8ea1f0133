/// The reason why the service cannot run with what its operator gave it, or with the files in its folders.
public struct SetupFailure: Error, Equatable, CustomStringConvertible {
    /// The problem, with the place and advice.
    public let description: String
    /// The exit code of a program that ends with it: 65 for invalid data, 75 if another service is running.
    public let exitCode: Int32

    /// Creates a failure.
    public init(_ description: String, exitCode: Int32 = 1) {
        self.description = description
        self.exitCode = exitCode
    }
}

/// The errors in a configuration.
public struct ConfigurationMistakes: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line for each: the location, the error and the accepted values.
    public var lines: [String]

    public var description: String { lines.joined(separator: "\n") }
}
