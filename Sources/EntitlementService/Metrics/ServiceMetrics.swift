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
        /// The number of events, by name in the journal.
        var events: [String: Double] = [:]
        /// The number of issued tokens, by kind.
        var tokens: [String: Double] = [:]
        /// The number of refusals, by error code.
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

    /// The number of requests that have begun.
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

    /// Counts a decision.
    ///
    /// - Parameters:
    ///   - refusal: The code with which the call was rejected; nil if it was not.
    ///   - reason: The reason why no provider takes part; nil if one does.
    func note(_ event: JournalEvent, refusal: String?, reason: String? = nil) {
        counts.withLock { counts in
            counts.events[event.rawValue, default: 0] += 1
            if let refusal {
                counts.refusals[refusal, default: 0] += 1
            } else if event != .partnerProfileCreated || reason == nil {
                // With a reason, the response was a profile that had existed before.
                for kind in Self.tokens[event] ?? [] { counts.tokens[kind, default: 0] += 1 }
            }
        }
    }

    /// The kinds of tokens that an event issues. REST v2 has profiles instead of authentication tokens, and sends a media token with
    /// each permission.
    private static let tokens: [JournalEvent: [String]] = [
        .accessTokenIssued: ["access"], .tokenExchanged: ["authentication"], .loginCompleted: ["authentication"],
        .partnerProfileCreated: ["authentication"], .authorized: ["authorization"],
        .resourcesAuthorized: ["authorization", "media"], .mediaTokenIssued: ["media"], .statementIssued: ["statement"],
    ]

    // MARK: - The text

    /// Returns all metrics as Prometheus' text, including those that are measured on demand.
    ///
    /// - Parameters:
    ///   - sessions: The number of sign-ins; nil if it is unknown.
    ///   - databaseFiles: The database's files, by kind.
    ///   - lostEntries: The number of events that will not be in the journal.
    ///   - store: The metrics of the store.
    func text(
        sessions: Int?, databaseFiles: [(name: String, size: Int64)], lostEntries: Int, store: [PrometheusFamily]
    ) -> String {
        let sizes = databaseFiles.map { ($0.name, Double($0.size)) }
        let families = [
            PrometheusFamily("vsasim_build_info", .gauge, "1, with the version as label.", by: "version", [version: 1]),
            PrometheusFamily("vsasim_sessions", .gauge, "Authentications that have not expired.", sessions),
            PrometheusFamily(
                "vsasim_database_size_bytes", .gauge, "Size of the database, by file.", by: "file",
                Dictionary(uniqueKeysWithValues: sizes)),
            PrometheusFamily(
                "vsasim_journal_lost_entries_total", .counter, "Events that will not be in the journal.", lostEntries),
        ]
        let all = families + countedFamilies + store + ProcessMetrics.families
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
                "vsasim_http_requests_in_flight", .gauge, "Requests in progress.", inFlight.load(ordering: .relaxed)),
            PrometheusFamily(
                "vsasim_events_total", .counter, "Decided calls, by the event's name in the journal.", by: "event", counts.events),
            PrometheusFamily(
                "vsasim_tokens_issued_total", .counter, "Tokens that were issued, by kind.", by: "kind", counts.tokens),
            PrometheusFamily(
                "vsasim_refusals_total", .counter, "Calls that were rejected, by error code.", by: "code", counts.refusals),
        ]
    }
}
