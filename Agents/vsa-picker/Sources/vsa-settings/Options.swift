/// The options from the command line.
struct Options: Sendable {
    /// The page that is shown first.
    var page = PageName.account
    /// Whether the program reports the times of events.
    var isTimed = false

    /// The action to take.
    enum Command {
        case run(Options)
        case help
        case version
        case wrong(String)
    }

    static let help = """
        usage: vsa-settings [--page account|apps|developer|testing] [--timing]
               vsa-settings --version | --help

        Shows and changes the TV provider account of the simulated device, vsad. vsa-settings(1) describes it.

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
            case "--page":
                guard let page = rest.popFirst().flatMap(PageName.init(rawValue:)) else {
                    return .wrong("--page takes account, apps, developer or testing")
                }
                options.page = page
            default: return .wrong("unknown argument: \(argument)")
            }
        }
        return .run(options)
    }
}
