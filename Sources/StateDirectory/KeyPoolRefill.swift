/// Fills a pool up: one process at a time.
public final class KeyPoolRefill: Sendable {
    private let pool: KeyPool
    private let lock: FileLock

    /// Takes the right to fill a pool.
    ///
    /// - Returns: nil when another process fills it already.
    /// - Throws: ``KeyPoolError`` when the folder cannot be made or written to.
    public init?(_ pool: KeyPool) throws(KeyPoolError) {
        try pool.makeFolder()
        do throws(SystemFailure) {
            guard let lock = try FileLock(Self.lockFile(of: pool)) else { return nil }
            self.lock = lock
        } catch {
            throw KeyPoolError("cannot write in \(pool.folder)", error)
        }
        self.pool = pool
    }

    /// Whether a process fills a pool at this moment.
    public static func isUnderWay(_ pool: KeyPool) -> Bool { FileLock.isTaken(lockFile(of: pool)) }

    private static func lockFile(of pool: KeyPool) -> String { "\(pool.folder)/lock" }

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
