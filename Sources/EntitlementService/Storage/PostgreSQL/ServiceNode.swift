import PostgreSQL
import Synchronization
import TVWorld

/// This process among the nodes that share a schema.
///
/// Every node renews its entry in the table `node` a few times a second, and with it says which revision of what all nodes share
/// it has taken over. A node that changes something shared waits for the others: until each has taken over the new revision, or
/// has not renewed its entry for so long that it answers no calls any more. A notification only makes this faster: without it
/// the next renewal finds the revision.
public final class ServiceNode: Sendable {
    private struct State {
        /// The number of the entry; nil until it is made.
        var number: Int64?
        var hasJoined = false
        /// Until when what was taken over counts as current.
        var currentUntil: ContinuousClock.Instant?
        /// The revision that has been taken over.
        var revision: Int64 = 0
        /// The server's time minus the machine's, in microseconds.
        var clockDifference: Int64 = 0
        /// How long it took to take over the last change of what nodes share, after it had been noticed.
        var lag = Duration.zero
    }

    /// The node's name, for the journal and the log.
    public let name: String
    /// The server's time, by the machine's clock and the difference that was measured last.
    public let time: ServerTime
    private let database: DatabaseTarget
    private let thread: DatabaseThread
    private let pool: ConnectionPool
    private let state = Mutex(State())

    /// How long an entry counts that is not renewed, by the server's clock …
    private static let lifetime = "interval '3 seconds'"
    /// … and, less than that, by this node's.
    private static let validity = Duration.seconds(2)
    /// How long the server may take to renew an entry, or a connection to it, less than an entry counts.
    private static let beatPatience = Duration.milliseconds(1_500)
    /// How long a node waits for the others.
    private static let patience = Duration.seconds(5)
    /// How long it waits for a notification before it renews its entry.
    private static let interval = Duration.milliseconds(300)
    /// The largest difference between the machine's clock and the server's, in microseconds.
    private static let largestDifference: Int64 = 1_000_000

    init(_ name: String, _ database: DatabaseTarget, _ pool: ConnectionPool, time: ServerTime) {
        self.name = name
        self.time = time
        self.database = database
        self.pool = pool
        thread = DatabaseThread(database, patience: Self.beatPatience)
    }

    /// Whether calls may be answered: what this node knows is what every node answers. A store without membership, as in tools,
    /// reads everything anew.
    var isCurrent: Bool {
        state.withLock { state in !state.hasJoined || state.currentUntil.map { .now < $0 } == true }
    }

    /// The time that it took to take over the last change of what nodes share, from the notification, or from the renewal of the
    /// entry that found it, until it was done.
    var lag: Duration { state.withLock { $0.lag } }

    /// The reason why this node is not ready; nil if it is.
    var problem: String? {
        guard isCurrent else { return "The service's database cannot be reached. Try again." }
        let difference = state.withLock { $0.clockDifference }
        guard abs(difference) > Self.largestDifference else { return nil }
        return "The clock of this machine differs from the database server's by \(abs(difference) / 1_000) ms; "
            + "at most \(Self.largestDifference / 1_000) ms are accepted."
    }

    /// Makes this node one of the service.
    ///
    /// - Parameter follow: Takes over everything that the nodes share.
    /// - Throws: ``StoreFailure`` or ``PostgreSQL/DatabaseError``.
    func join(_ follow: @Sendable () async throws -> Void) async throws {
        state.withLock { $0.hasJoined = true }
        while !isCurrent { try await renew(waiting: false, follow) }
    }

    /// Renews the entry once, after a notification or a while.
    func renew(waiting: Bool = true, _ follow: @Sendable () async throws -> Void) async throws {
        var waits = waiting
        var seenUntil = state.withLock { $0.currentUntil }
        while true {
            let (number, revision) = state.withLock { ($0.number, $0.revision) }
            let found = try await beat(number, revision, waiting: waits)
            waits = false
            time.correct(by: found.difference)
            state.withLock { $0.clockDifference = found.difference }
            if found.revision == revision, found.isKnown {
                // Until this renewal was committed, nobody waited for an entry that had expired, so that the revision may be old.
                let wasSeen = seenUntil.map { .now < $0 } == true
                seenUntil = found.began + Self.validity
                guard wasSeen else { continue }
                return state.withLock { $0.currentUntil = found.began + Self.validity }
            }
            // A node that was missing may have missed everything.
            try await follow()
            let entering = ContinuousClock.now
            let entered = found.isKnown ? number : try await enter(found.revision)
            if !found.isKnown { seenUntil = entering + Self.validity }
            state.withLock { state in
                (state.number, state.revision) = (entered, found.revision)
                // Joining reads everything, which does not count.
                if found.isKnown { state.lag = found.began.duration(to: .now) }
            }
        }
    }

    private struct Beat {
        var began: ContinuousClock.Instant
        /// Whether the entry existed.
        var isKnown: Bool
        var revision: Int64
        var difference: Int64
    }

    private func beat(_ number: Int64?, _ revision: Int64, waiting: Bool) async throws -> Beat {
        let database = database
        return try await thread.use(before: .now + Self.patience) { connection in
            if waiting { _ = try connection.notification(before: .now + Self.interval) }
            let (began, start) = (ContinuousClock.now, SystemClock.machineMicroseconds())
            let answers = try connection.run(
                [
                    Statement("LISTEN \(quoted(database.schema))"),
                    // Nobody waits for a node that cannot take over what has changed.
                    Statement(
                        """
                        UPDATE node SET seen = clock_timestamp(), revision = $2
                        WHERE number = $1 AND $2 = (SELECT number FROM revision)
                        """, [.integer(number), .integer(revision)]),
                    Statement(
                        """
                        SELECT number, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
                            EXISTS (SELECT FROM node WHERE number = $1) FROM revision
                        """, [.integer(number)]),
                ], before: began + Self.beatPatience)
            let middle = start + (SystemClock.machineMicroseconds() - start) / 2
            let row = answers[2].rows.first
            return Beat(
                began: began, isKnown: row?.flag(2) == true, revision: row?.integer(0) ?? 0,
                difference: (row?.integer(1) ?? middle) - middle)
        }
    }

    /// Makes the entry, and removes those of nodes that have ended.
    private func enter(_ revision: Int64) async throws -> Int64? {
        try await pool.run([
            Statement("DELETE FROM node WHERE seen < clock_timestamp() - interval '1 minute'"),
            Statement(
                "INSERT INTO node (name, seen, revision) VALUES ($1, clock_timestamp(), $2) RETURNING number",
                [.text(name), .integer(revision)]),
        ])[1].rows.first?.integer(0)
    }

    /// Removes the entry, so that nobody waits for this node; nobody does if it has not been renewed.
    func leave() async throws {
        guard isCurrent, let number = state.withLock({ $0.number }) else { return }
        _ = try await pool.run([Statement("DELETE FROM node WHERE number = $1", [.integer(number)])])
    }

    /// Waits until every other node has taken over a revision, or answers no calls.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, or ``StoreFailure`` if another node takes too long.
    func announce(_ revision: Int64) async throws {
        let number = state.withLock { $0.number } ?? 0
        let end = ContinuousClock.now + Self.patience
        while true {
            let others = try await pool.run([
                Statement(
                    """
                    SELECT count(*) FROM node
                    WHERE revision < $1 AND number <> $2 AND seen > clock_timestamp() - \(Self.lifetime)
                    """, [.integer(revision), .integer(number)])
            ])[0].rows.first?.integer(0)
            if others == 0 { return }
            guard ContinuousClock.now < end else {
                throw StoreFailure(.contended, "The change is stored, but \(others ?? 0) nodes have not taken it over yet.")
            }
            try await Pause.betweenLooksAtNodes()
        }
    }

    /// Returns the number of nodes that are running.
    ///
    /// - Throws: ``StoreFailure``
    public func count() async throws -> Int64 {
        let sql = "SELECT count(*) FROM node WHERE seen > clock_timestamp() - \(Self.lifetime)"
        do {
            return try await pool.run([Statement(sql)])[0].rows.first?.integer(0) ?? 0
        } catch { throw database.translated(error) }
    }
}

/// The time of the database server, which all nodes of a service use.
public final class ServerTime: Sendable {
    private let difference = Atomic<Int64>(0)

    /// The machine's time, until the server's is known.
    public init() {}

    /// Unix microseconds.
    public func microseconds() -> Int64 { SystemClock.machineMicroseconds() + difference.load(ordering: .relaxed) }

    /// Takes over a measured difference to the machine's time, unless it may be a matter of the measurement.
    func correct(by microseconds: Int64) {
        if abs(difference.load(ordering: .relaxed) - microseconds) > 20_000 {
            difference.store(microseconds, ordering: .relaxed)
        }
    }
}
