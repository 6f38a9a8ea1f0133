import Foundation
import Glibc
import PrivateSession
import StateDirectory
import VSATesting

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
    /// Fills the key pool again while sessions use its keys; nil without a pool.
    private let filling: Task<Void, Never>?

    /// The number of keys below which the pool is filled; a session takes up to sixteen.
    private static let lowKeyCount = 32

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
        if let keys = own[Self.sharedKeysVariable] {
            let pool = KeyPool(folder: folder.path("keys"))
            keyPoolLock = try KeyPoolRefill(pool)
            filling = Self.keepFull(pool, from: keys)
            environment[KeyPool.variable] = pool.folder
        } else {
            keyPoolLock = nil
            filling = nil
            environment[KeyPool.variable] = ""
        }
        self.environment = environment
    }

    /// Links a quarter of the keys that all workspaces share, because generating a key uses a tenth of a second of processor
    /// time, and the quarters in turn whenever few are left, until the task is cancelled: a session should not get the same key
    /// twice.
    private static func keepFull(_ pool: KeyPool, from folder: String) -> Task<Void, Never> {
        @Sendable func add(_ quarter: Int) {
            let count = sharedKeys.count / 4
            for name in sharedKeys.dropFirst(quarter % 4 * count).prefix(count) {
                let (key, link) = ("\(folder)/\(name)", "\(pool.folder)/\(name)")
                // A link costs less than a copy, but temporary folders may be on another file system.
                do { try FileManager.default.linkItem(atPath: key, toPath: link) } catch {
                    try? FileManager.default.copyItem(atPath: key, toPath: link)
                }
            }
        }
        add(0)
        return Task {
            var (quarter, seen) = (1, 0)
            while (try? await Task.sleep(for: .milliseconds(250))) != nil {
                // Nothing reports that a key was taken. Without keys, daemons generate theirs.
                let change = changeTime(of: pool.folder)
                guard change != seen else { continue }
                seen = change
                guard pool.count < lowKeyCount else { continue }
                add(quarter)
                quarter += 1
            }
        }
    }

    /// When a file was last added to a folder or removed from it, in nanoseconds; 0 if there is no such folder.
    private static func changeTime(of folder: String) -> Int {
        var details = stat()
        guard stat(folder, &details) == 0 else { return 0 }
        return details.st_mtim.tv_sec * 1_000_000_000 + details.st_mtim.tv_nsec
    }

    /// The names of the keys that all workspaces share.
    private static let sharedKeys: [String] = {
        let folder = ProcessInfo.processInfo.environment[sharedKeysVariable] ?? ""
        return PrivateFolder.names(in: folder).filter { $0.hasSuffix(".pem") }.sorted()
    }()

    private static let sharedKeysVariable = "VSASIM_TEST_KEYS"

    /// Ends every process of the workspace, and removes the folder.
    package func end() async {
        filling?.cancel()
        await filling?.value
        await cleanupGuard.finish()
    }

    deinit { filling?.cancel() }

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

    /// Runs `vsactl` and waits for it.
    ///
    /// - Parameter changes: Variables to add to the environment.
    /// - Throws: `DeadlinePassed`, or `SystemError` if it cannot be started.
    package func vsactl(_ arguments: [String], environment changes: [String: String] = [:]) async throws -> ToolResult {
        try await Tool.run(
            try Executables.find("vsactl"), arguments, environment: environment.merging(changes) { $1 })
    }

    /// Runs an operation that starts its own daemons in its own workspace, when a place is free.
    ///
    /// - Throws: The errors of the operation, or `SystemError` if the folder cannot be created.
    package static func withPlace<Value>(_ operation: (Workspace) async throws -> Value) async throws -> Value {
        try await withDaemonPlace { try await with(operation) }
    }

    /// Runs an operation in its own workspace.
    ///
    /// - Throws: The errors of the operation, or `SystemError` if the folder cannot be created.
    package static func with<Value>(_ operation: (Workspace) async throws -> Value) async throws -> Value {
        let workspace = try Workspace()
        return try await withCleanup(workspace.end) { try await operation(workspace) }
    }
}
