import Glibc

/// RSA private keys that were generated in advance, each in a PEM file (PKCS#8, 0600) in one folder (0700) of the user.
///
/// Generating a key uses a tenth of a second of processor time, and a temporary session needs eight of them.
/// Each key is used once: removing its file claims it, and only one of two concurrent attempts succeeds. A pool that is empty,
/// missing, or accessible to others returns nothing; keys are then generated as usual.
public struct KeyPool: Sendable, Equatable {
    /// The variable that passes the pool's folder to the daemons of a session.
    public static let variable = "VSASIM_KEY_POOL"

    /// The folder.
    public let folder: String

    /// Creates the pool of a folder, which need not exist yet.
    public init(folder: String) {
        self.folder = folder
    }

    /// Creates the pool that the environment names; nil if it names none.
    public init?(environment: [String: String]) {
        guard let folder = environment[Self.variable], !folder.isEmpty else { return nil }
        self.init(folder: folder)
    }

    /// The number of keys.
    public var count: Int { names.count }

    /// Removes a key from the pool.
    ///
    /// - Returns: A private key in PEM, which no other caller receives; nil if the pool is empty or accessible to others.
    public func take() -> String? {
        guard isPrivate else { return nil }
        for name in names.shuffled() {
            if let key = take("\(folder)/\(name)") { return key }
        }
        return nil
    }

    /// Adds a key to the pool.
    ///
    /// - Parameter key: A private key in PEM that is used nowhere else.
    /// - Throws: ``KeyPoolError`` if the folder cannot be created or written to, or others can read it.
    public func add(_ key: String) throws(KeyPoolError) {
        try makeFolder()
        guard isPrivate else {
            throw KeyPoolError(
                description: "\(folder) is not a folder that only this user can access (mode 0700); it is not used")
        }
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        do throws(SystemFailure) {
            try PrivateFile.replace("\(folder)/\(name)\(Self.suffix)", with: key.utf8, isSynced: false)
        } catch {
            throw KeyPoolError("cannot write to \(folder)", error)
        }
    }

    /// Creates the folder, but not its parents.
    func makeFolder() throws(KeyPoolError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw KeyPoolError("cannot create \(folder)", SystemFailure()) }
    }

    private static let suffix = ".pem"
    /// The maximum size of a key's file, in bytes; private keys of any sensible length are smaller.
    private static let maximumSize = 16_384

    /// Whether the folder belongs to this user, who can list its keys, and is inaccessible to others, who could otherwise know
    /// them.
    private var isPrivate: Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & (S_IFMT | S_IRWXU) == S_IFDIR | S_IRWXU && Self.isPrivate(status)
    }

    private static func isPrivate(_ status: stat) -> Bool { status.st_uid == geteuid() && status.st_mode & 0o077 == 0 }

    private var names: [String] {
        PrivateFolder.names(in: folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
    }

    private func take(_ path: String) -> String? {
        let bytes = try? PrivateFile.read(path, limit: Self.maximumSize) { status in
            guard Self.isPrivate(status) else { throw KeyPoolError(description: "other users could have read \(path)") }
        }
        guard let bytes, !bytes.isEmpty else { return nil }
        // Of all readers, only one succeeds in removing it.
        return unlink(path) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

/// The reason why a key could not be added to the pool.
public struct KeyPoolError: Error, Sendable, CustomStringConvertible {
    /// The problem, with the path.
    public let description: String
}

extension KeyPoolError {
    init(_ text: String, _ failure: SystemFailure) { self.init(description: "\(text): \(failure.reason)") }
}

/// Refills a pool, in one process at a time.
public final class KeyPoolRefill: Sendable {
    private let pool: KeyPool
    private let lock: FileLock

    /// Acquires the right to fill a pool.
    ///
    /// - Returns: nil if another process is already filling it.
    /// - Throws: ``KeyPoolError`` if the folder cannot be created or written to.
    public init?(_ pool: KeyPool) throws(KeyPoolError) {
        try pool.makeFolder()
        do throws(SystemFailure) {
            guard let lock = try FileLock(Self.lockFile(of: pool)) else { return nil }
            self.lock = lock
        } catch {
            throw KeyPoolError("cannot write to \(pool.folder)", error)
        }
        self.pool = pool
    }

    /// Returns whether a process is currently filling a pool.
    public static func isUnderWay(_ pool: KeyPool) -> Bool { FileLock.isTaken(lockFile(of: pool)) }

    private static func lockFile(of pool: KeyPool) -> String { "\(pool.folder)/lock" }

    /// Adds keys until the limit is reached. Others can remove keys in the meantime.
    ///
    /// - Parameters:
    ///   - limit: The number of keys that the pool should have.
    ///   - make: Generates a private key in PEM.
    /// - Returns: The number of added keys.
    /// - Throws: ``KeyPoolError``, or what `make` throws.
    @discardableResult
    public func fill(to limit: Int, _ make: () throws -> String) throws -> Int {
        var added = 0
        while pool.count < limit {
            try pool.add(make())
            added += 1
        }
        return added
    }
}
