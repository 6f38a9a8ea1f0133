import Foundation
import PrivateSession
import StateDirectory

/// A test's workspace: a temporary folder, an environment that contains nothing of the user's, and a guard that ends every
/// process of the workspace and removes the folder, even if the test process is killed.
package final class Workspace: Sendable {
    /// The folder.
    package let folder: TemporaryFolder
    /// The environment for the test's programs: `PATH`, a home and `TMPDIR` in the folder, and variables that sanitizers need.
    package let environment: [String: String]
    private let cleanupGuard: CleanupGuard
    /// Prevents sessions from filling up the key pool: a workspace that exists for seconds does not benefit from it.
    private let keyPoolLock: KeyPoolRefill?

    /// The variables of the test process that programs need in order to run.
    private static let inherited = [
        "PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
        "SWIFT_BACKTRACE", "VSASIM_LIBEXEC",
    ]

    /// Creates the folder.
    ///
    /// - Throws: `SystemError` or `KeyPoolError` if that fails.
    package init() throws {
        // Leaves room for the socket path of a `vsactl run` in the workspace.
        cleanupGuard = try CleanupGuard(prefix: "vsasim-test-", socket: "tmp/vsasim-XXXXXX/\(PrivateBus.socketName)")
        folder = cleanupGuard.folder
        let own = ProcessInfo.processInfo.environment
        var environment = cleanupGuard.variables
        for name in Self.inherited { environment[name] = own[name] }
        environment["HOME"] = try folder.makeFolder("home")
        environment["TMPDIR"] = try folder.makeFolder("tmp")
        environment["LANG"] = "C.UTF-8"
        if let keys = own["VSASIM_TEST_KEYS"] {
            let pool = KeyPool(folder: folder.path("keys"))
            keyPoolLock = try Self.fill(pool, from: keys)
            environment[KeyPool.variable] = pool.folder
        } else {
            keyPoolLock = nil
            environment[KeyPool.variable] = ""
        }
        self.environment = environment
    }

    /// Copies the keys that all workspaces share, because generating a key uses a tenth of a second of processor time.
    private static func fill(_ pool: KeyPool, from folder: String) throws -> KeyPoolRefill? {
        let lock = try KeyPoolRefill(pool)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".pem") {
            try pool.add(String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
        }
        return lock
    }

    /// Ends every process of the workspace, and removes the folder.
    package func end() async { await cleanupGuard.finish() }

    /// Returns an environment with its own XDG base directories, below the folder.
    ///
    /// - Throws: `SystemError` if a folder cannot be created.
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

    /// Runs an operation in its own workspace.
    ///
    /// - Throws: The errors of the operation, or `SystemError` if the folder cannot be created.
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
