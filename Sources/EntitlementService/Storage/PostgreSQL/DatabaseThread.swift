import PostgreSQL

/// One connection to the server and its thread, so that a slow server never blocks a thread of the cooperative pool.
///
/// A lost connection is replaced by the next call. While the server is away, calls fail at once, except one now and then that tries
/// to connect.
actor DatabaseThread {
    private let executor: SerialQueueExecutor
    private let database: DatabaseTarget
    private var connection: Connection?
    /// Before this time the server is considered to be away, for this reason.
    private var away: (until: ContinuousClock.Instant, reason: DatabaseError)?
    private var delay = DatabaseThread.shortestDelay

    private static let shortestDelay = Duration.milliseconds(50)
    private static let longestDelay = Duration.seconds(1)

    init(_ database: DatabaseTarget, label: String) {
        self.database = database
        executor = SerialQueueExecutor(label: "org.vsasim.entitlementd.\(label)")
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs the body with an open connection.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, or the error that the body throws.
    func use<Value: Sendable>(
        before deadline: ContinuousClock.Instant, _ body: @Sendable (Connection) throws -> Value
    ) throws -> Value {
        // The call has waited for others; the connection is not to blame.
        guard ContinuousClock.now < deadline else { throw DatabaseError(.late, "The server is busy.") }
        do {
            return try body(try open(before: deadline))
        } catch let error as DatabaseError where !error.endsConnection {
            throw error
        } catch {
            // A transaction of the body may be open.
            connection = nil
            throw error
        }
    }

    private func open(before deadline: ContinuousClock.Instant) throws(DatabaseError) -> Connection {
        if let connection, connection.isOpen { return connection }
        connection = nil
        if let away, ContinuousClock.now < away.until { throw away.reason }
        do throws(DatabaseError) {
            let opened = try database.open(before: deadline)
            connection = opened
            away = nil
            delay = Self.shortestDelay
            return opened
        } catch {
            away = (.now + delay, error)
            delay = min(delay * 2, Self.longestDelay)
            throw error
        }
    }
}
