import PostgreSQL
import Synchronization
import ThreadExecutors

/// One connection to the server and its thread, so that a slow server never blocks a thread of the cooperative pool.
///
/// A lost connection is replaced by the next call. While the server is unreachable, calls fail at once, except for an occasional
/// one that tries to connect.
actor DatabaseThread {
    private let executor = ThreadExecutor()
    private let database: DatabaseTarget
    private let patience: Duration
    /// Whether the thread is connecting, perhaps for a caller that has stopped waiting.
    private let isOpening = Atomic(false)
    private var connection: Connection?
    /// The time until which the server is considered unreachable, and the reason.
    private var away: (until: ContinuousClock.Instant, reason: DatabaseError)?
    private var delay = DatabaseThread.shortestDelay

    private static let shortestDelay = Duration.milliseconds(50)
    private static let longestDelay = Duration.seconds(1)

    /// - Parameter patience: The time limit for use of the connection.
    init(_ database: DatabaseTarget, patience: Duration = DatabaseTarget.longestPatience) {
        self.database = database
        self.patience = patience
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Runs the body with an open connection.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, or the error that the body throws.
    nonisolated func use<Value: Sendable>(
        before deadline: ContinuousClock.Instant, _ body: @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        if !isOpening.load(ordering: .relaxed), let value = try await useIfOpen(before: deadline, body) { return value }
        try await open(before: min(deadline, .now + patience))
        guard let value = try await useIfOpen(before: deadline, body) else {
            throw DatabaseError(.lost, "The connection was closed.")
        }
        return value
    }

    /// Opens the connection unless it is open. Returns at the deadline regardless of the thread: libpq resolves a server's name
    /// without a time limit.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``
    nonisolated func open(before deadline: ContinuousClock.Instant) async throws {
        let opened = ExpectedValue<Void>()
        Task {
            do { opened.settle(.success(try await self.openHere(before: deadline))) } catch { opened.settle(.failure(error)) }
        }
        try await opened.value(before: deadline, otherwise: DatabaseError(.unreachable, "The server did not answer in time."))
    }

    /// Waits until the thread has finished its work.
    func becomeIdle() {}

    private func useIfOpen<Value: Sendable>(
        before deadline: ContinuousClock.Instant, _ body: @Sendable (Connection) throws -> Value
    ) throws -> Value? {
        // The call has waited for others; the connection is not to blame.
        guard ContinuousClock.now < deadline else { throw DatabaseError(.late, "The server is busy.") }
        guard let connection, connection.isOpen else { return nil }
        do {
            return try body(connection)
        } catch let error as DatabaseError where !error.endsConnection {
            throw error
        } catch {
            // The body may have left a transaction open.
            self.connection = nil
            throw error
        }
    }

    private func openHere(before deadline: ContinuousClock.Instant) throws(DatabaseError) {
        if let connection, connection.isOpen { return }
        connection = nil
        if let away, ContinuousClock.now < away.until { throw away.reason }
        guard ContinuousClock.now < deadline else { throw DatabaseError(.late, "The server is busy.") }
        isOpening.store(true, ordering: .relaxed)
        defer { isOpening.store(false, ordering: .relaxed) }
        do throws(DatabaseError) {
            connection = try database.open(before: deadline, patience: patience)
            away = nil
            delay = Self.shortestDelay
        } catch {
            away = (.now + delay, error)
            delay = min(delay * 2, Self.longestDelay)
            throw error
        }
    }
}
