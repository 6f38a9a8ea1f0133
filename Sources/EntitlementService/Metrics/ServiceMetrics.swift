import Synchronization
import TVWorld

/// The service's metrics; names and labels come from closed lists.
final class ServiceMetrics: Sendable {
    private struct RequestKind: Hashable {
        var method: String
        var route: String
        var status: String
    }

    private struct Counts {
        var requests: [RequestKind: PrometheusHistogram] = [:]
        /// By the event's name in the journal.
        var events: [String: Double] = [:]
        /// By the kind of token.
        var tokens: [String: Double] = [:]
        /// By the error code.
        var refusals: [String: Double] = [:]
    }

    private let version: String
    private let counts = Mutex(Counts())
    private let inFlight = Atomic(0)
    private let begun = Atomic(0)

    /// The maximum number of combinations of method, route and status; further ones are counted together.
    static let requestKindLimit = 1_000
    /// The upper bounds of the buckets for durations, in seconds.
    private static let durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

    init(version: String) { self.version = version }

    // MARK: - Requests

    /// Counts the start of a request.
    func requestBegan() {
        inFlight.add(1, ordering: .relaxed)
        begun.add(1, ordering: .relaxed)
    }

    /// The number of requests.
    var requestsBegun: Int { begun.load(ordering: .relaxed) }

    /// Counts the end of a request.
    func requestEnded(method: String, route: String, status: Int, duration: Duration) {
        inFlight.subtract(1, ordering: .relaxed)
        counts.withLock { counts in
            var kind = RequestKind(method: method, route: route, status: String(status))
            if counts.requests[kind] == nil, counts.requests.count >= Self.requestKindLimit {
                kind = RequestKind(method: "other", route: "other", status: "other")
            }
            counts.requests[kind, default: PrometheusHistogram(bounds: Self.durations)].record(duration / .seconds(1))
        }
    }

    // MARK: - Events

    /// Counts a decision; without an outcome, the call was rejected with a code.
    func note(_ event: JournalEvent, refusal: String?) {
        counts.withLock { counts in
            counts.events[event.rawValue, default: 0] += 1
            if let refusal {
                counts.refusals[refusal, default: 0] += 1
            } else if let kind = Self.tokens[event] {
                counts.tokens[kind, default: 0] += 1
            }
        }
    }

    private static let tokens: [JournalEvent: String] = [
        .accessTokenIssued: "access", .tokenExchanged: "authentication", .authorized: "authorization",
        .mediaTokenIssued: "media", .statementIssued: "statement",
    ]

    // MARK: - The text

    /// The measurements of a database server.
    struct Server: Sendable {
        var roundTrips: Int
        var repeatedDecisions: Int
        /// The number of connections in use by calls, …
        var busyConnections: Int
        /// … of free ones, …
        var freeConnections: Int
        /// … and of calls that wait for one.
        var waitingCalls: Int
        /// The time that this node took to adopt the last change of shared state, after it had noticed it.
        var lag: Duration
        /// Whether it is ready.
        var isCurrent: Bool
    }

    /// Returns all metrics as Prometheus' text, including those that are measured on demand.
    ///
    /// - Parameters:
    ///   - sessions: The number of sign-ins; nil if it is unknown.
    ///   - databaseFiles: The database's files, by kind.
    ///   - lostEntries: The number of events that will not be in the journal.
    ///   - server: The measurements of a database server; nil without one.
    func text(
        sessions: Int?, databaseFiles: [(name: String, size: Int64)], lostEntries: Int, server: Server? = nil
    ) -> String {
        let sizes = databaseFiles.map { ($0.name, Double($0.size)) }
        let families = [
            PrometheusFamily("vsasim_build_info", .gauge, "1, with the version as label.", by: "version", [version: 1]),
            PrometheusFamily("vsasim_sessions", .gauge, "Authentications in force.", sessions.map { Double($0) }),
            PrometheusFamily(
                "vsasim_database_size_bytes", .gauge, "Size of the database, by file.", by: "file",
                Dictionary(uniqueKeysWithValues: sizes)),
            PrometheusFamily(
                "vsasim_journal_lost_entries_total", .counter, "Events that will not be in the journal.", Double(lostEntries)),
        ]
        let all = families + countedFamilies + Self.families(of: server) + Self.families(of: ProcessMeasure.current())
        return all.sorted { $0.name < $1.name }.map(\.text).joined()
    }

    private var countedFamilies: [PrometheusFamily] {
        let counts = counts.withLock { $0 }
        let requests = counts.requests.map { kind, durations in
            let labels: KeyValuePairs = ["method": kind.method, "route": kind.route, "status": kind.status]
            return (PrometheusFamily.labels(labels), PrometheusFamily.Value.histogram(durations))
        }
        return [
            PrometheusFamily(
                "vsasim_http_request_duration_seconds", .histogram,
                "Time from a request's head to its answer, by route and status.",
                series: Dictionary(uniqueKeysWithValues: requests)),
            PrometheusFamily(
                "vsasim_http_requests_in_flight", .gauge, "Requests in progress.", Double(inFlight.load(ordering: .relaxed))),
            PrometheusFamily(
                "vsasim_events_total", .counter, "Decided calls, by the event's name in the journal.", by: "event", counts.events),
            PrometheusFamily(
                "vsasim_tokens_issued_total", .counter, "Tokens that were issued, by kind.", by: "kind", counts.tokens),
            PrometheusFamily(
                "vsasim_refusals_total", .counter, "Calls that were rejected, by error code.", by: "code", counts.refusals),
        ]
    }

    private static func families(of server: Server?) -> [PrometheusFamily] {
        [
            PrometheusFamily(
                "vsasim_database_round_trips_total", .counter, "Round trips to the PostgreSQL server.",
                server.map { Double($0.roundTrips) }),
            PrometheusFamily(
                "vsasim_database_repeated_decisions_total", .counter,
                "Decisions that were made again, because the records that they are based on had changed.",
                server.map { Double($0.repeatedDecisions) }),
            PrometheusFamily(
                "vsasim_database_connections", .gauge, "Connections for calls to the PostgreSQL server, by state.", by: "state",
                server.map { ["busy": Double($0.busyConnections), "free": Double($0.freeConnections)] } ?? [:]),
            PrometheusFamily(
                "vsasim_database_waiting_calls", .gauge, "Calls that wait for one of these connections.",
                server.map { Double($0.waitingCalls) }),
            PrometheusFamily(
                "vsasim_node_follow_seconds", .gauge,
                "The time in which the node took over the last change of what nodes share, after it had noticed it.",
                server.map { $0.lag / .seconds(1) }),
            PrometheusFamily(
                "vsasim_node_ready", .gauge, "1 if the node is ready.", server.map { $0.isCurrent ? 1 : 0 }),
        ]
    }

    private static func families(of process: ProcessMeasure?) -> [PrometheusFamily] {
        [
            PrometheusFamily(
                "process_cpu_seconds_total", .counter, "Processor time spent, in seconds.", process?.processorSeconds),
            PrometheusFamily(
                "process_resident_memory_bytes", .gauge, "Resident memory.", process.map { Double($0.residentBytes) }),
            PrometheusFamily("process_virtual_memory_bytes", .gauge, "Virtual memory.", process.map { Double($0.virtualBytes) }),
            PrometheusFamily("process_open_fds", .gauge, "Open file descriptors.", process.map { Double($0.openDescriptors) }),
            PrometheusFamily(
                "process_max_fds", .gauge, "The most file descriptors that may be open.",
                process.map { Double($0.mostDescriptors) }),
            PrometheusFamily(
                "process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.", process?.startTime),
            PrometheusFamily("process_threads", .gauge, "Threads.", process.map { Double($0.threads) }),
        ]
    }
}
