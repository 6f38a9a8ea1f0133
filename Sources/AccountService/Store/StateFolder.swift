import Glibc
import Synchronization

/// The folder of the device's files, held by this process until it ends or calls `release`.
public final class StateFolder: Sendable {
    /// The folder.
    public let path: String
    private let lockDescriptor: Mutex<Int32?>

    /// Where the state lives unless an option says otherwise: `VSASIM_STATE_DIR`, else `$XDG_STATE_HOME/vsasim`, else
    /// `~/.local/state/vsasim`. Nil when the environment names no home.
    public static func standardPath(environment: [String: String]) -> String? {
        if let folder = environment["VSASIM_STATE_DIR"], !folder.isEmpty { return folder }
        // The base directory specification has relative paths ignored.
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") { return "\(base)/vsasim" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state/vsasim"
    }

    /// Takes the folder, which another daemon may be about to leave: one that has been told to stop gives up its bus name first
    /// and the folder a few milliseconds later.
    ///
    /// - Throws: `StoreError`, `.inUse` when the folder is not free within two seconds.
    static func take(path: String) async throws -> StateFolder {
        for _ in 0..<200 {
            if let folder = try takeNow(path: path) { return folder }
            await Pause.lock.wait()
        }
        return try StateFolder(path: path)
    }

    /// Takes the folder; nil when another daemon has it. A function of its own, because the optimizer of Swift 6.3 fails on a
    /// typed `catch` in an asynchronous loop.
    private static func takeNow(path: String) throws(StoreError) -> StateFolder? {
        do throws(StoreError) { return try StateFolder(path: path) } catch {
            guard error.kind == .inUse else { throw error }
            return nil
        }
    }

    /// Makes the folder (0700) if it is not there, and takes its lock.
    ///
    /// - Throws: `StoreError`, `.inUse` when another daemon has it.
    init(path: String) throws(StoreError) {
        self.path = path
        try Self.makeFolder(path)
        let lock = "\(path)/vsad.lock"
        let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.unusable("cannot open \(lock)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StoreError(.inUse, "the state folder \(path) is in use by another vsad")
        }
        lockDescriptor = Mutex(descriptor)
    }

    deinit {
        release()
    }

    /// Leaves the folder to others.
    func release() {
        let descriptor = lockDescriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
        guard let descriptor else { return }
        // A child process on its way to its own program may hold a copy of the descriptor: closing would not be enough.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// The state file.
    var stateFile: String { "\(path)/vsad.sqlite" }

    /// The folder of the providers' keys.
    var keyFolder: String { "\(path)/vsad-keys" }

    /// Makes a folder and those above it, each for its owner only. One that is there stays as it is.
    static func makeFolder(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw StoreError(.disk, "\(path) is not a folder; \(otherFolder)")
            }
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
                throw unusable("cannot make the folder \(path)")
            }
            try makeFolder(String(path[..<slash]))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw unusable("cannot make the folder \(path)") }
        default: throw unusable("cannot make the folder \(path)")
        }
    }

    /// What to do when a folder is of no use.
    static let otherFolder = "another folder can be chosen with --state-dir or VSASIM_STATE_DIR"

    /// The same as `failure`, with what to do.
    private static func unusable(_ text: String) -> StoreError {
        StoreError(.disk, "\(failure(text).description); \(otherFolder)")
    }

    /// A disk error with the reason of the last system call.
    static func failure(_ text: String) -> StoreError {
        StoreError(.disk, "\(text): \(String(cString: strerror(errno)))")
    }
}
