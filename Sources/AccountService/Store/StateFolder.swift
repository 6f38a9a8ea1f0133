import Glibc
import StateDirectory

/// The folder of the device's files, held by this process until it ends or calls `release`.
public final class StateFolder: Sendable {
    /// The folder.
    public let path: String
    private let lock: FileLock

    /// Locks the folder, which another daemon may be about to release: a daemon that was asked to stop releases its bus name
    /// first and the folder a few milliseconds later.
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

    /// Creates the folder (0700) if it does not exist, and locks it.
    ///
    /// - Throws: `StoreError`, `.inUse` when another daemon has it.
    init(path: String) throws(StoreError) {
        self.path = path
        try Self.makeFolder(path)
        let file = "\(path)/vsad.lock"
        let lock: FileLock?
        do throws(SystemFailure) { lock = try FileLock(file) } catch { throw Self.unusable("cannot open \(file)", error) }
        guard let lock else { throw StoreError(.inUse, "the state folder \(path) is in use by another vsad") }
        self.lock = lock
    }

    /// Leaves the folder to others.
    func release() { lock.release() }

    /// The state file.
    var stateFile: String { "\(path)/vsad.sqlite" }

    /// The folder of the providers' keys.
    var keyFolder: String { "\(path)/vsad-keys" }

    /// Makes a folder and those above it, each for its owner only. One that is there stays as it is.
    static func makeFolder(_ path: String) throws(StoreError) {
        do throws(SystemFailure) { try PrivateFolder.make(path) } catch {
            guard error.number != EEXIST else { throw StoreError(.disk, "\(path) is not a folder; \(otherFolder)") }
            throw unusable("cannot create the folder \(path)", error)
        }
    }

    /// The remedy for an unusable folder.
    static let otherFolder = "another folder can be chosen with --state-dir or VSASIM_STATE_DIR"

    private static func unusable(_ text: String, _ failure: SystemFailure) -> StoreError {
        StoreError(.disk, "\(text): \(failure.reason); \(otherFolder)")
    }

    /// A disk error with the reason of a system call.
    static func failure(_ text: String, _ failure: SystemFailure) -> StoreError {
        StoreError(.disk, "\(text): \(failure.reason)")
    }
}
