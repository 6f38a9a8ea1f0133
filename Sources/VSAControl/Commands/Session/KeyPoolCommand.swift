import ArgumentParser
import Foundation
import PrivateSession
import StateDirectory
import TVWorld

/// `vsactl key-pool`
struct KeyPoolCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key-pool", abstract: "The keys that sessions of `vsactl run` draw from, so that they start fast.",
        discussion: """
            A session needs about eight RSA keys, which take a second to make. `vsactl run` takes them from a pool of the user's \
            (VSASIM_KEY_POOL, else vsasim/key-pool in the state folder), each once, and has it filled up in the background. \
            An empty VSASIM_KEY_POOL turns the pool off.
            """, subcommands: [Show.self, Fill.self])

    /// `vsactl key-pool show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show where the pool is and how many keys it has.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            global.show(try KeyPoolCommand.keys().report)
        }
    }

    /// `vsactl key-pool fill`
    struct Fill: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Fill the pool up now, for instance while a CI machine's image is built.")
        @Option(help: ArgumentHelp("How many keys the pool is to have, 1 to 4096.", valueName: "count"))
        var keys = SessionKeys.fullCount
        /// How sessions have it filled up.
        @Flag(help: .hidden) var background = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard (1...4_096).contains(keys) else { throw ValidationError("--keys takes 1 to 4096, not \(keys).") }
        }

        func run() async throws {
            let pool = try KeyPoolCommand.keys()
            if background { return try await KeyPoolCommand.fillInBackground(pool, to: keys) }
            guard try pool.fill(to: keys) != nil else {
                throw Failure(
                    .failed, "another process fills \(pool.pool.folder) at the moment",
                    advice: "vsactl key-pool show tells how far it is")
            }
            global.show(pool.report)
        }
    }

    /// Keys that the next sessions need are made at once, beside everything else. Nobody needs the others yet: they are made when
    /// the machine has nothing else to do, and sessions that come one after the other go first, as long as there are keys for them.
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
            throw Failure(.failed, "the pool is turned off", advice: "unset VSASIM_KEY_POOL, or name a folder in it")
        }
        return keys
    }
}

extension SessionKeys {
    /// Where the pool is, and how many keys it has.
    fileprivate var report: RecordReport {
        let count = pool.count
        return RecordReport(["folder": .string(pool.folder), "keys": .integer(count)], text: "\(count) keys in \(pool.folder)")
    }
}
