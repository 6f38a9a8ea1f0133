import FoundationEssentials
import PrivateSession
import StateDirectory

/// The keys that temporary sessions use instead of generating their own: the user's pool, refilled in the background.
struct SessionKeys: Sendable {
    /// The pool.
    let pool: KeyPool

    /// How many keys a full pool has: a session takes eight with the built-in world.
    static let fullCount = 256
    /// Below how many keys it is filled up: not after every session, because starting the process that does so costs something.
    static let lowCount = 192
    /// Below how many keys filling does not wait until the machine has nothing better to do.
    static let scarceCount = 32

    /// The pool of the user: what `VSASIM_KEY_POOL` names, else `vsasim/key-pool` in the state folder.
    ///
    /// - Returns: nil when the variable is empty: then sessions make their keys.
    init?(environment: [String: String]) {
        if let folder = environment[KeyPool.variable] {
            guard !folder.isEmpty else { return nil }
            pool = KeyPool(folder: folder)
        } else {
            let stateHome = BaseDirectories.stateHome(environment: environment) ?? "\(URL.homeDirectory.path)/.local/state"
            pool = KeyPool(folder: "\(stateHome)/vsasim/key-pool")
        }
    }

    /// The environment variable that passes the pool's folder to the daemons of a session.
    var variables: [String: String] { [KeyPool.variable: pool.folder] }

    /// Starts a process that refills the pool and continues after this one has ended. Without it, only the next start is slower,
    /// so a failure to start it is not reported.
    func refill(environment: [String: String]) {
        guard pool.count < Self.lowCount, !KeyPoolRefill.isUnderWay(pool), let program = try? Executables.find("vsactl-full")
        else {
            return
        }
        // It belongs to no session: those end their processes.
        let variables = environment.filter { ["PATH", "HOME", "LD_LIBRARY_PATH"].contains($0.key) }.merging(self.variables) { $1 }
        let process = try? ChildProcess.start(
            program, arguments: ["key-pool", "fill", "--background"], environment: variables, workingDirectory: "/",
            standardOutput: .null,
            standardError: .null)
        process?.letGo()
    }

    /// Fills the pool up, unless another process does.
    ///
    /// - Returns: How many keys were added; nil when another process is at it.
    /// - Throws: `Failure` when the folder cannot be used.
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
