import AccountService
import KeyPool
import TVWorld

/// What the command line and the environment say.
struct Options {
    /// Where the state is.
    var stateFolder: String
    /// The file with the world; nil is the built-in world.
    var worldFile: String?
    /// Where time comes from.
    var clock: SystemClock
    /// Where others read what is done to it.
    var clockFile: ClockFile?
    /// Where keys come from before they are made.
    var keyPool: KeyPool?
    /// Whether writing waits for the disk.
    var isSynced = true
    /// What the person should know about them, one line each.
    var notices: [String] = []

    /// What is to be done.
    enum Parsed {
        case run(Options)
        case printAndExit(String)
        case fail(String)
    }

    private static let help = """
        Usage: vsad [--state-dir DIR] [--world FILE]

        The system account of the VSA simulator, on the session bus as org.vsasim.SubscriberAccount1. The bus starts it when it
        is needed; it runs until SIGTERM or the end of the bus.

        Options:
          --state-dir DIR  Where its files are. Default: $VSASIM_STATE_DIR, else $XDG_STATE_HOME/vsasim,
                           else ~/.local/state/vsasim
          --world FILE     The providers and subscribers that exist, a vsa-world/1 document. Default: the built-in world
          --version        Print the version and exit
          --help           Print this text and exit

        Environment:
          VSASIM_CLOCK     real (default), offset:SECONDS, frozen:UNIX_SECONDS, or a file that says so
          VSASIM_KEY_POOL  A folder with keys made beforehand, which are used up before new ones are made
          VSASIM_SYNC      off: what is written does not wait for the disk, and a power loss may spoil it. For state that nobody
                           keeps
        """

    static func parse(_ arguments: [String], environment: [String: String]) -> Parsed {
        var folder: String?
        var world: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return .printAndExit(help)
            case "--version": return .printAndExit("vsad \(AccountDaemon.version)")
            default:
                if let value = value(of: "--state-dir", argument, &rest) {
                    guard !value.isEmpty else { return .fail("--state-dir needs a folder; see --help") }
                    folder = value
                } else if let value = value(of: "--world", argument, &rest) {
                    guard !value.isEmpty else { return .fail("--world needs a file; see --help") }
                    world = value
                } else {
                    return .fail("unknown argument '\(argument)'; see --help")
                }
            }
        }
        guard let folder = folder ?? StateFolder.standardPath(environment: environment) else {
            return .fail("no state folder: set HOME or VSASIM_STATE_DIR, or give --state-dir")
        }
        var options = Options(
            stateFolder: folder, worldFile: world, clock: SystemClock(), keyPool: KeyPool(environment: environment))
        options.isSynced = environment["VSASIM_SYNC"] != "off"
        options.clockFile = ClockFile(runtimeFolder: environment["XDG_RUNTIME_DIR"])
        if let setting = environment["VSASIM_CLOCK"], !setting.isEmpty {
            // A file that is not there yet says nothing, and the clock is real.
            let text = setting.hasPrefix("/") ? ClockFile(path: setting).read() ?? "real" : setting
            if let clock = SystemClock(specification: text) {
                options.clock = clock
            } else {
                options.notices.append(
                    "VSASIM_CLOCK '\(text)' is none of real, offset:SECONDS, frozen:UNIX_SECONDS; the machine's time is used")
            }
        }
        return .run(options)
    }

    /// The value of an option, in the argument itself or in the next; empty when it is missing, nil when the argument is another.
    private static func value(of option: String, _ argument: String, _ rest: inout ArraySlice<String>) -> String? {
        if argument == option { return rest.popFirst() ?? "" }
        return argument.hasPrefix(option + "=") ? String(argument.dropFirst(option.count + 1)) : nil
    }
}
