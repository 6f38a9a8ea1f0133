/// The options from the command line.
struct Options: Sendable {
    /// The number of idle seconds after which the picker exits.
    var idleSeconds: UInt32 = 10
    /// Whether it reports the times of events.
    var isTimed = false

    /// The action to take.
    enum Command {
        case run(Options)
        case help
        case version
        case wrong(String)
    }

    static let help = """
        usage: vsa-picker [--idle-seconds N] [--timing]
               vsa-picker --version | --help

        Shows the prompts of the TV provider account to the user: the graphical agent of vsad. The bus starts it.
        vsa-picker(1) describes it.

        """

    /// Parses the arguments after the program's name.
    static func parse(_ arguments: ArraySlice<String>) -> Command {
        var options = Options()
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return .help
            case "--version": return .version
            case "--timing": options.isTimed = true
            case "--idle-seconds":
                guard let text = rest.popFirst(), let seconds = UInt32(text), (1...86_400).contains(seconds) else {
                    return .wrong("--idle-seconds takes a number from 1 to 86400")
                }
                options.idleSeconds = seconds
            default: return .wrong("unknown argument: \(argument)")
            }
        }
        return .run(options)
    }
}
