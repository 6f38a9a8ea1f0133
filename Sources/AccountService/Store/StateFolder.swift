import Glibc
import StateDirectory

/// The folder of the device's files, locked by this process until it exits or calls `release`.
public final class StateFolder: Sendable {
    /// The folder.
    public let path: String
    private let lock: FileLock

    /// Locks the folder, which another daemon may be about to release: a stopping daemon releases its bus name first, and the
    /// folder up to half a second later.
    ///
    /// - Throws: `StoreError`; `.inUse` if the folder is not released within two seconds.
    static func take(path: String) async throws -> StateFolder {
        for _ in 0..<200 {
            if let folder = try takeNow(path: path) { return folder }
            await Pause.lock.wait()
        }
        return try StateFolder(path: path)
    }

    /// Locks the folder; nil if another daemon has locked it. A separate function, because the optimizer of Swift 6.3 fails on a
    /// typed `catch` in an asynchronous loop.
    private static func takeNow(path: String) throws(StoreError) -> StateFolder? {
        do throws(StoreError) { return try StateFolder(path: path) } catch {
            guard error.kind == .inUse else { throw error }
            return nil
        }
    }

    /// Creates the folder (0700) if it does not exist, and locks it.
    ///
    /// - Throws: `StoreError`; `.inUse` if another daemon has locked it.
    init(path: String) throws(StoreError) {
        self.path = path
        try Self.makeFolder(path)
        let file = "\(path)/vsad.lock"
        let lock: FileLock?
        do throws(SystemFailure) { lock = try FileLock(file) } catch { throw Self.unusable("cannot open \(file)", error) }
        guard let lock else { throw StoreError(.inUse, "the state folder \(path) is in use by another vsad") }
        self.lock = lock
    }

    /// Unlocks the folder.
    func release() { lock.release() }

    var stateFile: String { "\(path)/vsad.sqlite" }

    /// The folder of the providers' keys.
    var keyFolder: String { "\(path)/vsad-keys" }

    /// Creates a folder and its parents, each accessible only to its owner. Existing folders are not changed.
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

    /// Returns a disk error with the reason for a system call's failure.
    static func failure(_ text: String, _ failure: SystemFailure) -> StoreError {
        StoreError(.disk, "\(text): \(failure.reason)")
    }
}
