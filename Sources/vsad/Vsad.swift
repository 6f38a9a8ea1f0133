import AccountService
import CMalloc
import DBus
import Glibc
import StateDirectory
import TVWorld

/// The daemon's command line and life cycle: connect, serve, stop.
@main
struct Vsad {
    static func main() {
        StandardStreams.reserveNumbers()
        // An arena for each of the few threads costs more memory than the contention is worth. Before the first thread, because a
        // thread keeps its arena.
        mallopt(M_ARENA_MAX, 1)
        // libdbus shrinks its buffer after each message. Once one of 30 MiB has made that a separate mapping, every later
        // message would cost page faults.
        mallopt(M_MMAP_MAX, 0)
        // Files are accessible only to their owner, whatever the folder's mode is.
        umask(0o077)
        let terminations = TerminationSignals()
        let options: Options
        switch Options.parse(Array(CommandLine.arguments.dropFirst()), environment: environment()) {
        case .run(let parsed): options = parsed
        case .printAndExit(let text):
            do { try StandardStreams.print(text) } catch {
                StandardError.write("vsad: \(error)")
                exit(1)
            }
            exit(0)
        case .fail(let message, let code):
            StandardError.write("vsad: \(message)")
            exit(code)
        }
        Task.detached { exit(await run(options, until: terminations)) }
        terminations.take()
    }

    /// Serves until the bus exits or the process is asked to stop.
    private static func run(_ options: Options, until terminations: TerminationSignals) async -> Int32 {
        do {
            // First, because a daemon with an invalid world must not appear on the bus.
            var configuration = options.configuration
            configuration.world = try options.worldFile.map(WorldFile.read) ?? .builtIn
            let connection = try await Connection.session(options: AccountDaemon.connectionOptions)
            let daemon = try await AccountDaemon.start(on: connection, configuration)
            await withTaskGroup { group in
                group.addTask { await connection.closed() }
                group.addTask { await terminations.first() }
                await group.next()
                await daemon.stop()
                await connection.close()
                group.cancelAll()
            }
            return 0
        } catch {
            StandardError.write("vsad: \(error)")
            if error is WorldFile.Failure { return 65 }
            if let error = error as? StoreError, error.kind == .damaged || error.kind == .otherLayout { return 65 }
            return 1
        }
    }

    /// Returns the variables of the process's environment that the daemon reads.
    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        for name in [
            "VSASIM_STATE_DIR", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_RUNTIME_DIR", "HOME", "LC_ALL",
            "LC_MESSAGES", "LANG", "VSASIM_CLOCK", "VSASIM_SYNC", KeyPool.variable,
        ] {
            if let value = getenv(name) { variables[name] = String(cString: value) }
        }
        return variables
    }
}
