import Foundation
import Glibc
import StateDirectory
import Synchronization

/// The service's folder (`STATE/entitlementd`, mode 0700). Several instances of the service may use it; they start one at a time,
/// so that keys and the schema of the database are created only once.
public final class StateFolder: Sendable {
    /// The folder's path.
    public let path: String
    private let isSynced: Bool
    private let lock: FileLock
    private let journal = Mutex<FileLock?>(nil)
    private let use = Mutex<FileLock?>(nil)

    /// Creates the folder if necessary, and locks it until ``release()``.
    ///
    /// - Parameters:
    ///   - patience: Tenths of a second to wait for another instance that is starting.
    ///   - isSynced: Whether writing a file waits for the disk.
    /// - Throws: ``SetupFailure`` if it cannot be created or written to, or another process has locked it.
    public init(path: String, patience: Int = 100, isSynced: Bool = true) throws {
        self.path = path
        self.isSynced = isSynced
        do throws(SystemFailure) { try PrivateFolder.make(path) } catch {
            throw SetupFailure("The state folder \(path) cannot be created: \(error.reason)")
        }
        guard chmod(path, 0o700) == 0 else {
            throw SetupFailure("The state folder \(path) cannot be made private (mode 0700): \(SystemFailure().reason)")
        }
        do throws(SystemFailure) {
            var lock = try FileLock("\(path)/lock")
            for _ in 0..<patience where lock == nil {
                // Nothing is served yet, so blocking this thread is harmless.
                usleep(100_000)
                lock = try FileLock("\(path)/lock")
            }
            guard let lock else { throw SystemFailure(EWOULDBLOCK) }
            self.lock = lock
        } catch {
            throw SetupFailure(
                error.number == EWOULDBLOCK
                    ? "Another entitlementd has locked the state folder \(path): it is still starting, or of a "
                        + "version that does not share the folder."
                    : "The state folder \(path) is not writable: \(error.reason)")
        }
        try makeFolder("mvpd")
    }

    /// Uses the folder for a service as long as this object exists, beside other instances, but not during an import.
    ///
    /// - Throws: ``SetupFailure``
    public func join() throws {
        guard try takeUse(isShared: true) else {
            throw SetupFailure(
                "The records of the state folder \(path) are being replaced by an import: start again when it has ended.",
                exitCode: 75)
        }
    }

    /// Claims the folder for an import as long as this object exists; false if a service or another import uses it.
    ///
    /// - Throws: ``SetupFailure``
    public func claim() throws -> Bool { try takeUse(isShared: false) }

    private func takeUse(isShared: Bool) throws(SetupFailure) -> Bool {
        let lock: FileLock?
        do throws(SystemFailure) { lock = try FileLock("\(path)/use.lock", isShared: isShared) } catch {
            throw notWritable(error)
        }
        use.withLock { $0 = lock }
        return lock != nil
    }

    /// Claims the journal's file as long as this folder is in use; false if another instance has it.
    ///
    /// - Throws: ``SetupFailure``
    public func takeJournal() throws -> Bool {
        let path = path(of: "journal.lock")
        do throws(SystemFailure) {
            guard let lock = try FileLock(path) else { return false }
            journal.withLock { $0 = lock }
            return true
        } catch {
            throw SetupFailure("The file \(path) cannot be locked: \(error.reason)")
        }
    }

    /// Waits for the other instances that are changing keys, which takes them milliseconds, and locks the keys.
    ///
    /// - Throws: ``SetupFailure``, also if another instance takes seconds.
    func lockKeys() async throws -> FileLock {
        let end = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < end {
            if let lock = try takeKeys() { return lock }
            try await Pause.betweenAttemptsToLock()
        }
        throw SetupFailure("The keys of the state folder \(path) are being changed by another instance.")
    }

    private func takeKeys() throws(SetupFailure) -> FileLock? {
        do throws(SystemFailure) { return try FileLock(path(of: "keys.lock")) } catch { throw notWritable(error) }
    }

    private func notWritable(_ failure: SystemFailure) -> SetupFailure {
        SetupFailure("The state folder \(path) is not writable: \(failure.reason)")
    }

    /// Releases the lock for the next instance when keys and database are ready.
    public func release() { lock.release() }

    /// Returns the path of a file in the folder.
    public func path(of name: String) -> String { path + "/" + name }

    /// Creates a subfolder that only its owner can read, if it does not exist.
    private func makeFolder(_ name: String) throws {
        guard mkdir(path(of: name), 0o700) == 0 || errno == EEXIST, chmod(path(of: name), 0o700) == 0 else {
            throw SetupFailure("The folder \(path(of: name)) cannot be made private (mode 0700): \(SystemFailure().reason)")
        }
    }

    /// Returns the text of a file; nil if there is none.
    ///
    /// - Throws: ``SetupFailure``, also for a link and for a file that others can read: everything kept here, keys above all,
    ///   must be the service's own.
    package func read(_ name: String) throws -> String? {
        let path = path(of: name)
        do {
            let bytes = try PrivateFile.read(path, limit: 1 << 20) { status in
                guard status.st_mode & 0o077 == 0 else {
                    throw SetupFailure(
                        "The file \(path) is open to others. Move it away, and a new one is generated; or, if nobody else "
                            + "has read it: chmod 600 \(path)")
                }
            }
            guard let bytes else { return nil }
            if let text = String(validating: bytes, as: UTF8.self) { return text }
        } catch PrivateFile.ReadError.isLink, PrivateFile.ReadError.isNotRegular {
            throw SetupFailure("The file \(path) is a link or not a regular file. Move it away, and a new one is generated.")
        } catch PrivateFile.ReadError.failed(let failure) {
            // Nothing is wrong with the file if, for example, there are too many open ones.
            throw SetupFailure("The file \(path) cannot be read: \(failure.reason)")
        } catch is PrivateFile.ReadError {
            // The same error as for a file that is not text.
        }
        throw SetupFailure("The file \(path) cannot be read as text. Move it away, and a new one is generated.")
    }

    /// Returns the names of the files in the folder; empty if it cannot be read.
    package func names() -> [String] { PrivateFolder.names(in: path) }

    /// Returns the names of the files that may contain keys, including those of providers.
    func keyNames() -> [String] {
        (names() + PrivateFolder.names(in: self.path(of: "mvpd")).map { "mvpd/\($0)" }).filter { $0.hasSuffix(".pem") }
    }

    /// Returns the inode number and the modification time of a file; nil if it does not exist.
    package func stamp(of name: String) -> [Int]? {
        var status = stat()
        guard stat(path(of: name), &status) == 0 else { return nil }
        return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    package func remove(_ name: String) { unlink(path(of: name)) }

    package func write(_ text: String, to name: String) throws {
        try Self.write(text, to: path(of: name), isSynced: isSynced)
    }

    package func writeOnce(_ text: String, to name: String) throws -> String {
        do throws(SystemFailure) { _ = try PrivateFile.create(path(of: name), with: text.utf8, isSynced: isSynced) } catch {
            throw Self.unwritable(path(of: name), error)
        }
        return try read(name) ?? text
    }

    /// Writes a file with mode 0600: completely or not at all.
    ///
    /// - Parameter isSynced: Whether writing waits for the disk.
    static func write(_ text: String, to path: String, isSynced: Bool = true) throws {
        do throws(SystemFailure) { try PrivateFile.replace(path, with: text.utf8, isSynced: isSynced) } catch {
            throw unwritable(path, error)
        }
    }

    private static func unwritable(_ path: String, _ failure: SystemFailure) -> SetupFailure {
        SetupFailure("The file \(path) cannot be written: \(failure.reason)")
    }
}
