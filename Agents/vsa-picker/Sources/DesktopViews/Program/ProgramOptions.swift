import Glibc

/// The options of a program from its command line; besides its own, every program has `--timing`, `--version` and `--help`.
package protocol ProgramOptions: Sendable {
    /// The program's name.
    static var program: String { get }
    /// The text of `--help`.
    static var help: String { get }
    /// The options that take a value.
    static var values: [ProgramOption<Self>] { get }
    /// Whether the program reports the times of events.
    var isTimed: Bool { get set }

    /// Creates options with the defaults.
    init()
}

/// An option that takes a value.
package struct ProgramOption<Options: Sendable>: Sendable {
    /// The option, with its hyphens.
    let name: String
    /// The accepted values, as text.
    let accepted: String
    /// Sets the value; returns false if it is not accepted.
    let set: @Sendable (inout Options, String) -> Bool

    package init(_ name: String, takes accepted: String, _ set: @escaping @Sendable (inout Options, String) -> Bool) {
        self.name = name
        self.accepted = accepted
        self.set = set
    }
}

extension ProgramOptions {
    /// Runs a program with the options from the command line, and ends the process with its exit status.
    @MainActor
    package static func run(_ program: @MainActor (Self) throws -> Int32) -> Never {
        do {
            exit(try program(parsed(CommandLine.arguments.dropFirst())))
        } catch {
            StandardError.write("\(Self.program): \(error)")
            exit(1)
        }
    }

    /// Parses the arguments after the program's name; ends the process if it is not to be run.
    private static func parsed(_ arguments: ArraySlice<String>) -> Self {
        var options = Self()
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": output(help)
            case "--version": output("\(program) \(simulatorVersion)\n")
            case "--timing": options.isTimed = true
            default:
                guard let option = values.first(where: { $0.name == argument }) else { fail("unknown argument: \(argument)") }
                guard let value = rest.popFirst(), option.set(&options, value) else {
                    fail("\(argument) takes \(option.accepted)")
                }
            }
        }
        return options
    }

    private static func output(_ text: String) -> Never {
        print(text, terminator: "")
        if fflush(nil) == 0 { exit(0) }
        StandardError.write("\(program): cannot write to standard output: \(String(cString: strerror(errno)))")
        exit(1)
    }

    private static func fail(_ complaint: String) -> Never {
        StandardError.write("\(program): \(complaint)\n\(help)")
        exit(64)
    }
}
