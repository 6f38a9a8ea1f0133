import ArgumentParser
import FoundationEssentials
import PrivateSession
import StateDirectory
import TVWorld
import TerminalProgress

/// `vsactl key-pool`
struct KeyPoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key-pool", abstract: "The key pool, with which sessions of `vsactl run` start faster.",
        discussion: """
            A session needs about eight RSA keys, which take a second to generate. `vsactl run` takes them from the user's pool \
            (VSASIM_KEY_POOL, otherwise vsasim/key-pool in the state folder), uses each once, and refills the pool in the \
            background. An empty VSASIM_KEY_POOL disables the pool.
            """, subcommands: [Show.self, Fill.self])

    /// `vsactl key-pool show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the folder of the pool and how many keys it contains.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            global.show(try KeyPoolCommand.keys().report)
        }
    }

    /// `vsactl key-pool fill`
    struct Fill: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fill", abstract: "Fill the pool now, for example while the image of a CI machine is built.")
        @Option(help: ArgumentHelp("The number of keys in the pool, 1 to 4096.", valueName: "count"))
        var keys = SessionKeys.fullCount
        /// Whether to fill the pool in the background, as for sessions.
        @Flag(help: .hidden) var background = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard (1...4_096).contains(keys) else { throw ValidationError("--keys takes 1 to 4096, not \(keys).") }
        }

        func run() async throws {
            let pool = try KeyPoolCommand.keys()
            if background { return try await KeyPoolCommand.fillInBackground(pool, to: keys) }
            guard try await Progress.during("generating keys", { try pool.fill(to: keys) }) != nil else {
                throw Failure(
                    .failed, "another process is filling \(pool.pool.folder)",
                    advice: "vsactl key-pool show shows its progress")
            }
            global.show(pool.report)
        }
    }

    /// Generates the keys for the next sessions at once, alongside other work. The remaining keys are not needed yet: they are
    /// generated when the machine is idle, and successive sessions take precedence as long as there are keys for them.
    private static func fillInBackground(_ keys: SessionKeys, to count: Int) async throws {
        BackgroundPriority.takeLow()
        guard try keys.fill(to: min(count, SessionKeys.scarceCount)) != nil else { return }
        BackgroundPriority.takeIdle()
        await waitForQuiet(keys.pool)
        _ = try keys.fill(to: count)
    }

    private static func waitForQuiet(_ pool: KeyPool) async {
        var count = pool.count
        while count > SessionKeys.scarceCount, await Waiting.pass(.seconds(2)) {
            let now = pool.count
            if now >= count { return }
            count = now
        }
    }

    private static func keys() throws -> SessionKeys {
        guard let keys = SessionKeys(environment: ProcessInfo.processInfo.environment) else {
            throw Failure(.failed, "the pool is turned off", advice: "unset VSASIM_KEY_POOL, or set it to a folder")
        }
        return keys
    }
}

extension SessionKeys {
    fileprivate var report: Report {
        let count = pool.count
        return Report(
            ["folder": pool.folder, "keys": count], text: "\(counted(count, "key")) in \(pool.folder)")
    }
}
