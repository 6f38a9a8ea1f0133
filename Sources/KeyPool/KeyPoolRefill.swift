import Glibc

/// Fills a pool up: one process at a time.
public final class KeyPoolRefill: Sendable {
    private let pool: KeyPool
    private let lock: Int32

    /// Takes the right to fill a pool.
    ///
    /// - Returns: nil when another process fills it already.
    /// - Throws: ``KeyPoolError`` when the folder cannot be made or written to.
    public init?(_ pool: KeyPool) throws(KeyPoolError) {
        guard mkdir(pool.folder, 0o700) == 0 || errno == EEXIST else {
            throw KeyPoolError(description: "cannot make \(pool.folder): \(String(cString: strerror(errno)))")
        }
        let lock = open("\(pool.folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else {
            throw KeyPoolError(description: "cannot write in \(pool.folder): \(String(cString: strerror(errno)))")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            return nil
        }
        self.pool = pool
        self.lock = lock
    }

    deinit { close(lock) }

    /// Whether a process fills a pool at this moment.
    public static func isUnderWay(_ pool: KeyPool) -> Bool {
        let lock = open("\(pool.folder)/lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard lock >= 0 else { return false }
        defer { close(lock) }
        return flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Adds keys until there are as many as wanted. Others may take some meanwhile.
    ///
    /// - Parameters:
    ///   - limit: How many keys the pool is to have.
    ///   - make: Makes a private key in PEM.
    /// - Returns: How many were added.
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
