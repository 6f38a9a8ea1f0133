import PostgreSQL
import Synchronization
import TVWorld

/// This process among the nodes that share a schema.
///
/// Every node renews its entry in the table `node` a few times a second, with the revision of the shared state that it has
/// adopted. A node that changes shared state waits until each of the others has adopted the new revision, or has not renewed its
/// entry for so long that it no longer answers calls. A notification only makes this faster: without it, the next renewal finds
/// the revision.
public final class ServiceNode: Sendable {
    private struct State {
        /// The number of the entry; nil until it has been created.
        var number: Int64?
        var hasJoined = false
        /// The time until which the adopted state counts as current.
        var currentUntil: ContinuousClock.Instant?
        /// The adopted revision.
        var revision: Int64 = 0
        /// The latest revision of this node's own changes.
        var ownRevision: Int64 = 0
        /// The server's time minus the machine's, in microseconds.
        var clockDifference: Int64 = 0
        /// The time that it took to adopt the last change of shared state, after it had been noticed.
        var lag = Duration.zero
    }

    /// The node's name, for the journal and the log.
    public let name: String
    /// The server's time: the machine's clock plus the last measured difference.
    public let time: ServerTime
    private let database: DatabaseTarget
    private let thread: DatabaseThread
    private let pool: ConnectionPool
    private let state = Mutex(State())

    /// The time for which an entry is valid without renewal, by the server's clock.
    private static let lifetime = "interval '3 seconds'"
    /// The same by this node's clock, and therefore shorter.
    private static let validity = Duration.seconds(2)
    /// The time limit for the server to renew an entry, or for connecting to it; shorter than the entry's validity.
    private static let beatPatience = Duration.milliseconds(1_500)
    /// The time for which a node waits for the others.
    private static let patience = Duration.seconds(5)
    /// The time for which it waits for a notification before it renews its entry.
    private static let interval = Duration.milliseconds(300)
    /// The maximum difference between the machine's clock and the server's, in microseconds.
    private static let largestDifference: Int64 = 1_000_000

    init(_ name: String, _ database: DatabaseTarget, _ pool: ConnectionPool, time: ServerTime) {
        self.name = name
        self.time = time
        self.database = database
        self.pool = pool
        thread = DatabaseThread(database, patience: Self.beatPatience)
    }

    /// Whether calls may be answered: this node knows what every node would answer. A store without membership, as in tools,
    /// reads everything again.
    var isCurrent: Bool {
        state.withLock { state in !state.hasJoined || state.currentUntil.map { .now < $0 } == true }
    }

    /// The time that it took to adopt the last change of shared state, from the notification, or from the renewal of the entry
    /// that found it, until it was complete.
    var lag: Duration { state.withLock { $0.lag } }

    /// The reason why this node is not ready; nil if it is.
    var problem: String? {
        guard isCurrent else { return "The service's database cannot be reached. Try again." }
        let difference = state.withLock { $0.clockDifference }
        guard abs(difference) > Self.largestDifference else { return nil }
        return "The clock of this machine differs from the database server's by \(abs(difference) / 1_000) ms; "
            + "at most \(Self.largestDifference / 1_000) ms are accepted."
    }

    /// Makes this process a node of the service.
    ///
    /// - Parameter follow: Adopts everything that the nodes share.
    /// - Throws: ``StoreFailure`` or ``PostgreSQL/DatabaseError``.
    func join(_ follow: @Sendable (_ isRestored: Bool) async throws -> Void) async throws {
        state.withLock { $0.hasJoined = true }
        while !isCurrent { try await renew(waiting: false, follow) }
    }

    /// Renews the entry once, after a notification or an interval.
    ///
    /// - Parameter follow: Adopts everything that the nodes share; `isRestored`: the database has lost changes that this node
    ///   knows, because a backup or a standby has taken over.
    func renew(waiting: Bool = true, _ follow: @Sendable (_ isRestored: Bool) async throws -> Void) async throws {
        var waits = waiting
        // The time until which every other node waits for this one.
        var seenUntil = state.withLock { $0.currentUntil }
        while true {
            let before = state.withLock { $0 }
            let found = try await beat(before.number, before.revision, waiting: waits)
            waits = false
            time.correct(by: found.difference)
            state.withLock { $0.clockDifference = found.difference }
            let isRestored = found.revision < max(before.revision, before.ownRevision)
            guard found.isKnown, found.revision == before.revision, !isRestored else {
                // A node that was absent may have missed everything.
                try await follow(isRestored)
                if !found.isKnown { seenUntil = .now + Self.validity }
                try await adopted(found, isRestored: isRestored)
                continue
            }
            // Until this renewal was committed, no one waited for an expired entry, so the revision may be old.
            let wasSeen = seenUntil.map { .now < $0 } == true
            seenUntil = found.began + Self.validity
            if wasSeen { return state.withLock { $0.currentUntil = found.began + Self.validity } }
        }
    }

    /// Records that a revision has been adopted, in a new entry if there is none.
    private func adopted(_ found: Beat, isRestored: Bool) async throws {
        let entered = found.isKnown ? nil : try await enter(found.revision)
        state.withLock { state in
            state.revision = found.revision
            if isRestored { state.ownRevision = found.revision }
            // Joining reads everything, which does not count.
            if found.isKnown { state.lag = found.began.duration(to: .now) } else { state.number = entered }
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
            if waiting { try connection.waitForNotification(before: .now + Self.interval) }
            let (began, start) = (ContinuousClock.now, SystemClock.machineMicroseconds())
            let answers = try connection.run(
                [
                    Statement("LISTEN \(quoted(database.schema))"),
                    // No one waits for a node that cannot adopt the changes.
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
            let row = answers[2].rows.first
            return Beat(
                began: began, isKnown: row?.flag(2) == true, revision: row?.integer(0) ?? 0,
                difference: ServerTime.difference(row?.integer(1), askedAt: start))
        }
    }

    /// Creates the entry, and removes those of nodes that have ended.
    private func enter(_ revision: Int64) async throws -> Int64? {
        try await pool.run([
            Statement("DELETE FROM node WHERE seen < clock_timestamp() - interval '1 minute'"),
            Statement(
                "INSERT INTO node (name, seen, revision) VALUES ($1, clock_timestamp(), $2) RETURNING number",
                [.text(name), .integer(revision)]),
        ])[1].rows.first?.integer(0)
    }

    /// Removes the entry, so that no one waits for this node. An entry that has not been renewed is ignored anyway.
    func leave() async throws {
        guard isCurrent, let number = state.withLock({ $0.number }) else { return }
        _ = try await pool.run([Statement("DELETE FROM node WHERE number = $1", [.integer(number)])])
    }

    /// Waits until every other node has adopted a revision, or no longer answers calls.
    ///
    /// - Throws: ``PostgreSQL/DatabaseError``, or ``StoreFailure`` if another node takes too long.
    func announce(_ revision: Int64) async throws {
        let number = state.withLock { state in
            state.ownRevision = max(state.ownRevision, revision)
            return state.number ?? 0
        }
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
                throw StoreFailure(.unconfirmed, "The change was stored, but \(others ?? 0) nodes have not adopted it yet.")
            }
            try await Pause.betweenChecksOfNodes()
        }
    }

    /// Returns the number of running nodes.
    ///
    /// - Throws: ``StoreFailure``
    public func count() async throws -> Int64 {
        let sql = "SELECT count(*) FROM node WHERE seen > clock_timestamp() - \(Self.lifetime)"
        return try await pool.answers(to: [Statement(sql)])[0].rows.first?.integer(0) ?? 0
    }
}

/// The time of the database server, which all nodes of a service use.
public final class ServerTime: Sendable {
    private let difference = Atomic<Int64>(0)

    /// Creates the machine's time, which applies until the server's is known.
    public init() {}

    /// Returns the time in Unix microseconds.
    public func microseconds() -> Int64 { SystemClock.machineMicroseconds() + difference.load(ordering: .relaxed) }

    /// Returns the server's time minus the machine's, in microseconds; 0 if the server's is unknown.
    ///
    /// - Parameter start: The machine's time when the server was asked for its time.
    static func difference(_ time: Int64?, askedAt start: Int64) -> Int64 {
        let middle = start + (SystemClock.machineMicroseconds() - start) / 2
        return (time ?? middle) - middle
    }

    /// Adopts a measured difference from the machine's time, unless it is so close to the present one that it may be a
    /// measurement error.
    func correct(by microseconds: Int64) {
        if abs(difference.load(ordering: .relaxed) - microseconds) > 20_000 {
            difference.store(microseconds, ordering: .relaxed)
        }
    }
}
