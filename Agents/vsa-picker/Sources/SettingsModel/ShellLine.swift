/// A command line of `vsactl`.
public struct ShellLine: Sendable, Hashable, CustomStringConvertible {
    /// The arguments after the program's name.
    public let arguments: [String]

    /// Creates a command line.
    public init(_ arguments: [String]) { self.arguments = arguments }

    init(_ arguments: String...) { self.arguments = arguments }

    /// Creates a command line with values and options of the user or the device: one that begins with a hyphen must not be
    /// mistaken for another option.
    init(_ words: String..., values: [String], options: [(name: String, value: String)] = []) {
        let pairs = options.flatMap { $0.value.hasPrefix("-") ? ["\($0.name)=\($0.value)"] : [$0.name, $0.value] }
        arguments = words + (values.contains { $0.hasPrefix("-") } ? pairs + ["--"] + values : values + pairs)
    }

    /// The line as it is entered in a shell.
    public var description: String { (["vsactl"] + arguments).map(ShellLine.quoted).joined(separator: " ") }

    private static func quoted(_ argument: String) -> String {
        let isPlain =
            !argument.isEmpty
            && argument.utf8.allSatisfy { byte in
                let scalar = Unicode.Scalar(byte)
                return scalar.isASCII
                    && (Character(scalar).isLetter || Character(scalar).isNumber || "-_./:=@%+,".contains(Character(scalar)))
            }
        return isPlain
            ? argument : "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
