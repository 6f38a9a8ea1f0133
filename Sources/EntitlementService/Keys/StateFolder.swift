import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The service's folder (`STATE/entitlementd`, mode 0700). Several instances of the service may work on it; they start one after
/// the other, so that keys and the schema of the database are made once.
public final class StateFolder: Sendable {
    /// Why the folder cannot be used.
    public struct Unusable: Error, CustomStringConvertible {
        /// What is wrong, with the path.
        public let description: String
    }

    /// The folder's path.
    public let path: String
    private let isSynced: Bool
    private let lock: Int32

    /// Makes the folder if there is none, and takes it until ``release()``.
    ///
    /// - Parameters:
    ///   - patience: Tenths of a second to wait for another instance that is starting.
    ///   - isSynced: Whether a file that is written waits for the disk.
    /// - Throws: ``Unusable`` when it cannot be made or written to, or another process holds it.
    public init(path: String, patience: Int = 100, isSynced: Bool = true) throws {
        self.path = path
        self.isSynced = isSynced
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Unusable(description: "The state folder \(path) cannot be made: \(Self.reason(errno))")
        }
        guard chmod(path, 0o700) == 0 else {
            throw Unusable(description: "The state folder \(path) cannot be made private (mode 0700): \(Self.reason(errno))")
        }
        lock = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Unusable(description: "The state folder \(path) is not writable: \(Self.reason(errno))") }
        // From here on it is deinit that closes the file; a second close might hit a file that another thread has just opened.
        var tries = 0
        while flock(lock, LOCK_EX | LOCK_NB) != 0 {
            tries += 1
            guard tries <= patience else {
                throw Unusable(
                    description:
                        "Another entitlementd holds the state folder \(path): it is still starting, or of a version that "
                        + "shares its folder with nobody.")
            }
            // Nothing is served yet, so that nobody waits for this thread.
            usleep(100_000)
        }
    }

    /// Takes the journal's file for as long as the process lives; false when another instance has it.
    public func takeJournal() -> Bool {
        let descriptor = open(path + "/journal.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
        close(descriptor)
        return false
    }

    /// Lets the next instance start: keys and database are ready.
    public func release() { flock(lock, LOCK_UN) }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// The path of a file in the folder.
    public func path(of name: String) -> String { path + "/" + name }

    /// Makes a folder in it that only its owner can read, if there is none.
    func makeFolder(_ name: String) throws {
        guard mkdir(path(of: name), 0o700) == 0 || errno == EEXIST, chmod(path(of: name), 0o700) == 0 else {
            throw Unusable(description: "The folder \(path(of: name)) cannot be made private (mode 0700): \(Self.reason(errno))")
        }
    }

    /// The text of a file; nil when there is none.
    ///
    /// - Throws: ``Unusable``, also for a link and for a file that others can read: whatever is kept here, keys above all, is the
    ///   service's own.
    func read(_ name: String) throws -> String? {
        var status = stat()
        guard lstat(path(of: name), &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Unusable(
                description: "The file \(path(of: name)) is a link or no plain file. Move it away, and a new one is made.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Unusable(
                description:
                    "The file \(path(of: name)) is open to others. Move it away, and a new one is made, or, if nobody else "
                    + "can have read it: chmod 600 \(path(of: name))")
        }
        do {
            return try String(contentsOfFile: path(of: name), encoding: .utf8)
        } catch {
            throw Unusable(
                description: "The file \(path(of: name)) cannot be read as text. Move it away, and a new one is made.")
        }
    }

    /// The names of the files in the folder; none when it cannot be read.
    func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// Removes a file, if it is there.
    func remove(_ name: String) { unlink(path(of: name)) }

    /// Writes a file that only its owner can read: whole or not at all.
    func write(_ text: String, to name: String) throws {
        try Self.write(text, to: path(of: name), isSynced: isSynced)
    }

    /// Writes a file that only its owner can read, unless another instance of the service has written it meanwhile.
    ///
    /// - Returns: what stands in it.
    func writeOnce(_ text: String, to name: String) throws -> String {
        try Self.write(text, to: path(of: name), replaces: false, isSynced: isSynced)
        return try read(name) ?? text
    }

    /// Writes a file at mode 0600: whole or not at all.
    ///
    /// - Parameters:
    ///   - replaces: Whether a file that is there gives way; otherwise it stays.
    ///   - isSynced: Whether it waits for the disk.
    static func write(_ text: String, to path: String, replaces: Bool = true, isSynced: Bool = true) throws {
        // Another process may be writing the same file.
        let temporary = "\(path).\(UUID().uuidString).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Unusable(description: "The file \(path) cannot be written: \(reason(errno))") }
        var isInPlace = false
        defer { if !isInPlace { unlink(temporary) } }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: Data(text.utf8))
        } catch {
            throw Unusable(description: "The file \(path) cannot be written: \(reason(errno))")
        }
        let isWritten = !isSynced || fsync(descriptor) == 0
        if isWritten, !replaces, link(temporary, path) == 0 || errno == EEXIST { return }
        guard isWritten, replaces, rename(temporary, path) == 0 else {
            throw Unusable(description: "The file \(path) cannot be written: \(reason(errno))")
        }
        isInPlace = true
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
