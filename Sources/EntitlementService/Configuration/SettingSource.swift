/// The origin of a setting; later cases take precedence.
public enum SettingSource: Sendable, Comparable {
    /// The default.
    case standard
    /// A line in the configuration file.
    case file(path: String, line: Int)
    /// An environment variable.
    case environment(variable: String)
    /// An option on the command line.
    case option(String)

    /// The name of the case: `default`, `file`, `environment`, `option`.
    public var name: String {
        switch self {
        case .standard: "default"
        case .file: "file"
        case .environment: "environment"
        case .option: "option"
        }
    }

    /// The exact location; nil for the default.
    public var place: String? {
        switch self {
        case .standard: nil
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let variable): variable
        case .option(let option): option
        }
    }
}

/// The errors in a configuration.
public struct ConfigurationMistakes: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line for each: the location, the error and the accepted values.
    public var lines: [String]

    public var description: String { lines.joined(separator: "\n") }
}
