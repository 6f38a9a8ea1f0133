import FoundationEssentials
import PrivateSession
import StateDirectory

/// The keys that temporary sessions use instead of generating their own: the user's pool, refilled in the background.
struct SessionKeys: Sendable {
    let pool: KeyPool

    /// The number of keys in a full pool; a session with the built-in world takes eight.
    static let fullCount = 256
    /// The number of keys below which the pool is refilled: not after every session, because starting the process has a cost.
    static let lowCount = 192
    /// The number of keys below which filling does not wait until the machine is idle.
    static let scarceCount = 32

    /// Creates the user's pool: the one that `VSASIM_KEY_POOL` names, or else `vsasim/key-pool` in the state folder. Nil if the
    /// variable is empty: sessions then generate their own keys.
    init?(environment: [String: String]) {
        if let folder = environment[KeyPool.variable] {
            guard !folder.isEmpty else { return nil }
            // The process that refills it has another working directory.
            pool = KeyPool(folder: URL(fileURLWithPath: folder).path)
        } else {
            let stateHome = BaseDirectories.stateHome(environment: environment, home: URL.homeDirectory.path)
            pool = KeyPool(folder: "\(stateHome)/vsasim/key-pool")
        }
    }

    /// The environment variable that passes the pool's folder to the daemons of a session.
    var variables: [String: String] { [KeyPool.variable: pool.folder] }

    /// Starts a process that refills the pool and continues after this one has ended. Without it, only the next start is slower,
    /// so a failure to start it is not reported.
    func refill(environment: [String: String]) {
        guard pool.count < Self.lowCount, !KeyPoolRefill.isUnderWay(pool), let program = try? Executables.find("vsactl-full")
        else { return }
        // It belongs to no session, because sessions end their processes.
        let variables = environment.filter { ["PATH", "HOME", "LD_LIBRARY_PATH"].contains($0.key) }.merging(self.variables) { $1 }
        let process = try? ChildProcess.start(
            program, arguments: ["key-pool", "fill", "--background"], environment: variables, workingDirectory: "/",
            standardOutput: .null, standardError: .null)
        process?.letGo()
    }

    /// Fills the pool, unless another process is doing so.
    ///
    /// - Returns: The number of keys added; nil if another process is filling the pool.
    /// - Throws: `Failure` if the folder cannot be used.
    func fill(to count: Int) throws -> Int? {
        do {
            try PrivateFolder.make(URL(fileURLWithPath: pool.folder).deletingLastPathComponent().path)
            guard let refill = try KeyPoolRefill(pool) else { return nil }
            return try refill.fill(to: count) { try LinkedBackend.current.generateKey() }
        } catch let error as KeyPoolError {
            throw Failure(.failed, "\(error)")
        } catch let error as SystemFailure {
            throw Failure(.failed, "cannot create \(pool.folder): \(error.reason)")
        }
    }
}
