import AccountService
import TVWorld

/// What the command line and the environment say.
struct Options {
    /// Where the state is.
    var stateFolder: String
    /// Where time comes from.
    var clock: SystemClock
    /// What the person should know about them, one line each.
    var notices: [String] = []

    /// What is to be done.
    enum Parsed {
        case run(Options)
        case printAndExit(String)
        case fail(String)
    }

    private static let help = """
        Usage: vsad [--state-dir DIR]

        The system account of the VSA simulator, on the session bus as org.vsasim.SubscriberAccount1. The bus starts it when it
        is needed; it runs until SIGTERM or the end of the bus.

        Options:
          --state-dir DIR  Where its files are. Default: $VSASIM_STATE_DIR, else $XDG_STATE_HOME/vsasim,
                           else ~/.local/state/vsasim
          --version        Print the version and exit
          --help           Print this text and exit

        Environment:
          VSASIM_CLOCK     real (default), offset:SECONDS or frozen:UNIX_SECONDS
        """

    static func parse(_ arguments: [String], environment: [String: String]) -> Parsed {
        var folder: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return .printAndExit(help)
            case "--version": return .printAndExit("vsad \(AccountDaemon.version)")
            case "--state-dir":
                guard let value = rest.popFirst(), !value.isEmpty else { return .fail("--state-dir needs a folder; see --help") }
                folder = value
            case _ where argument.hasPrefix("--state-dir="):
                let value = argument.dropFirst("--state-dir=".count)
                guard !value.isEmpty else { return .fail("--state-dir needs a folder; see --help") }
                folder = String(value)
            default: return .fail("unknown argument '\(argument)'; see --help")
            }
        }
        guard let folder = folder ?? StateFolder.standardPath(environment: environment) else {
            return .fail("no state folder: set HOME or VSASIM_STATE_DIR, or give --state-dir")
        }
        var options = Options(stateFolder: folder, clock: SystemClock())
        if let text = environment["VSASIM_CLOCK"], !text.isEmpty {
            if let clock = SystemClock(specification: text) {
                options.clock = clock
            } else {
                options.notices.append(
                    "VSASIM_CLOCK '\(text)' is none of real, offset:SECONDS, frozen:UNIX_SECONDS; the machine's time is used")
            }
        }
        return .run(options)
    }
}
