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

    /// Whether a process is currently filling a pool.
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
