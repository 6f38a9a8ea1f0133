import AccountService
import Encodings
import StateDirectory
import TVWorld

/// The options from the command line and the environment.
struct Options {
    /// The daemon's configuration, without the world.
    var configuration: AccountDaemon.Configuration
    /// The file with the world; nil for the built-in world.
    var worldFile: String?

    /// The action to take.
    enum Parsed {
        case run(Options)
        case printAndExit(String)
        case fail(String, code: Int32 = 64)
    }

    private static let help = """
        Usage: vsad [--state-dir DIR] [--world FILE]

        Provides the TV provider account of the simulated device on the session bus, as org.vsasim.SubscriberAccount1. The bus
        starts it on demand; it runs until it receives SIGTERM or the bus exits.

        Options:
          --state-dir DIR  The folder for its files. Default: $VSASIM_STATE_DIR, else $XDG_STATE_HOME/vsasim,
                           else ~/.local/state/vsasim
          --world FILE     The providers and subscribers, as a vsa-world/1 document. Default: the built-in world
          --version        Print the version and exit
          --help           Print this text and exit

        Environment:
          VSASIM_CLOCK     real (default), offset:SECONDS, frozen:UNIX_SECONDS, or the absolute path of a file with one of
                           these
          VSASIM_KEY_POOL  A folder of pre-generated keys, which are used before new ones are generated
          VSASIM_SYNC      off: writes do not wait for the disk, so that a power failure may corrupt the state. For temporary
                           state only
        """

    static func parse(_ arguments: [String], environment: [String: String]) -> Parsed {
        var folder: String?
        var world: String?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": return .printAndExit(help)
            case "--version": return .printAndExit("vsad \(simulatorVersion)")
            default:
                if let value = value(of: "--state-dir", argument, &rest) {
                    guard !value.isEmpty else { return .fail("--state-dir requires a folder; see --help") }
                    folder = value
                } else if let value = value(of: "--world", argument, &rest) {
                    guard !value.isEmpty else { return .fail("--world requires a file; see --help") }
                    world = value
                } else {
                    return .fail("unknown argument '\(argument)'; see --help")
                }
            }
        }
        guard let folder = folder ?? BaseDirectories.state(environment: environment) else {
            return .fail("no state folder: set HOME or VSASIM_STATE_DIR, or use --state-dir")
        }
        var configuration = AccountDaemon.Configuration(stateFolder: folder)
        configuration.keyPool = KeyPool(environment: environment)
        configuration.clockFile = ClockFile(runtimeFolder: environment["XDG_RUNTIME_DIR"])
        configuration.isSynced = PrivateFile.isSynced(in: environment)
        configuration.desktopEntries = DesktopEntries(environment: environment)
        if let (text, place) = clockSpecification(in: environment) {
            guard let setting = ClockSetting(specification: text, machine: SystemClock.machineMilliseconds()) else {
                return .fail(
                    "\(place): the clock takes real, offset:SECONDS, frozen:UNIX_SECONDS, or the absolute path of a file "
                        + "with one of them; found '\(text.prefix(64))'", code: 65)
            }
            configuration.clock = AdjustableClock(setting)
        }
        return .run(Options(configuration: configuration, worldFile: world))
    }

    /// Returns the value of `VSASIM_CLOCK` without white space around it, or the content of the file that it names, and what to
    /// call the place in messages; nil without either.
    private static func clockSpecification(in environment: [String: String]) -> (text: String, place: String)? {
        let value = (environment["VSASIM_CLOCK"] ?? "").trimmingWhitespace
        guard !value.isEmpty else { return nil }
        guard value.hasPrefix("/") else { return (value, "VSASIM_CLOCK") }
        return ClockFile(path: value).read().map { (text: $0, place: "VSASIM_CLOCK (\(value))") }
    }

    /// Returns the value of an option, in the argument itself or in the next; empty if it is missing, nil for another argument.
    private static func value(of option: String, _ argument: String, _ rest: inout ArraySlice<String>) -> String? {
        if argument == option { return rest.popFirst() ?? "" }
        return argument.hasPrefix(option + "=") ? String(argument.dropFirst(option.count + 1)) : nil
    }
}
