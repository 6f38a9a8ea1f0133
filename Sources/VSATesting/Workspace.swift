import Foundation
import PrivateSession

/// A test's own place: a temporary folder, an environment that has nothing of the user's, and a guard that ends every process of
/// the place and removes the folder, even when the test process is killed.
package final class Workspace: Sendable {
    /// The folder.
    package let folder: TemporaryFolder
    /// The environment for the programs of the test: `PATH`, a home and a `TMPDIR` in the folder, and what sanitizers need.
    package let environment: [String: String]
    private let cleanupGuard: CleanupGuard

    /// Variables of the test process that programs need to run as it does.
    private static let inherited = [
        "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
        "SWIFT_BACKTRACE", "VSASIM_LIBEXEC",
    ]

    /// Makes the folder.
    ///
    /// - Throws: `SystemError` when there is no room.
    package init() throws {
        // With room for the bus of a `vsactl run` in the place.
        folder = try TemporaryFolder.create(prefix: "vsasim-test-", socket: "tmp/vsasim-XXXXXX/\(PrivateBus.socketName)")
        cleanupGuard = try CleanupGuard(folder)
        let own = ProcessInfo.processInfo.environment
        var environment = cleanupGuard.variables
        for name in Self.inherited { environment[name] = own[name] }
        environment["HOME"] = try folder.makeFolder("home")
        environment["TMPDIR"] = try folder.makeFolder("tmp")
        environment["LANG"] = "C.UTF-8"
        // A place that lasts for seconds has no use for a pool that is filled up in the background.
        environment["VSASIM_KEY_POOL"] = ""
        self.environment = environment
    }

    /// Ends every process of the place, and removes the folder.
    package func end() async { await cleanupGuard.finish() }

    /// An environment with XDG base directories of its own, below the folder.
    ///
    /// - Throws: `SystemError` when a folder cannot be made.
    package func environment(rootedAt name: String) throws -> [String: String] {
        var result = environment
        for (variable, folderName) in [
            ("XDG_STATE_HOME", "state"), ("XDG_CONFIG_HOME", "config"), ("XDG_RUNTIME_DIR", "runtime"),
            ("XDG_DATA_HOME", "data"), ("XDG_CACHE_HOME", "cache"),
        ] {
            result[variable] = try folder.makeFolder("\(name)/\(folderName)")
        }
        return result
    }

    /// Runs an operation in a place of its own.
    ///
    /// - Throws: what the operation throws, or `SystemError` when there is no room.
    package static func with<Value>(_ operation: (Workspace) async throws -> Value) async throws -> Value {
        let workspace = try Workspace()
        do {
            let value = try await operation(workspace)
            await workspace.end()
            return value
        } catch {
            await workspace.end()
            throw error
        }
    }
}
