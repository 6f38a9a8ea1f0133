import CoreMetrics
import EntitlementCore
import Synchronization
import TVWorld

/// The service's metrics; names and labels come from closed lists.
final class ServiceMetrics: Sendable {
    private let registry = PrometheusRegistry(
        buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5])
    private let version: String
    /// The timers in use, which are found faster here than by their labels.
    private let timers = Mutex<[RequestKind: Timer]>([:])
    private let counters = Mutex<[CounterKind: Counter]>([:])
    private let inFlight: Meter
    private let begun = Atomic(0)
    /// Held while the text is generated, so that the kernel's values are consistent.
    private let writing = Mutex(())

    private struct RequestKind: Hashable {
        var method: String
        var route: String
        var status: Int
    }

    private struct CounterKind: Hashable {
        var name: String
        var label: String
    }

    init(version: String) {
        self.version = version
        for (name, kind, help) in Self.families { registry.declare(name, kind, help) }
        inFlight = Meter(label: "vsasim_http_requests_in_flight", dimensions: [], factory: registry)
        inFlight.set(0)
    }

    private static let families: [(String, PrometheusRegistry.Kind, String)] = [
        ("vsasim_build_info", .gauge, "1, with the version as label."),
        ("vsasim_http_request_duration_seconds", .histogram, "Time from a request's head to its answer, by route and status."),
        ("vsasim_http_requests_in_flight", .gauge, "Requests in progress."),
        ("vsasim_events_total", .counter, "Decided calls, by the event's name in the journal."),
        ("vsasim_tokens_issued_total", .counter, "Tokens that were issued, by kind."),
        ("vsasim_refusals_total", .counter, "Calls that were rejected, by error code."),
        ("vsasim_sessions", .gauge, "Authentications in force."),
        ("vsasim_database_size_bytes", .gauge, "Size of the database, by file."),
        ("vsasim_database_round_trips_total", .counter, "Round trips to the PostgreSQL server."),
        (
            "vsasim_database_repeated_decisions_total", .counter,
            "Decisions that were made again, because the records that they are based on had changed."
        ),
        ("vsasim_database_connections", .gauge, "Connections for calls to the PostgreSQL server, by state."),
        ("vsasim_database_waiting_calls", .gauge, "Calls that wait for one of these connections."),
        ("vsasim_journal_lost_entries_total", .counter, "Events that will not be in the journal."),
        (
            "vsasim_node_follow_seconds", .gauge,
            "The time in which the node took over the last change of what nodes share, after it had noticed it."
        ),
        ("vsasim_node_ready", .gauge, "1 if the node is ready."),
        ("process_cpu_seconds_total", .counter, "Processor time spent, in seconds."),
        ("process_resident_memory_bytes", .gauge, "Resident memory."),
        ("process_virtual_memory_bytes", .gauge, "Virtual memory."),
        ("process_open_fds", .gauge, "Open file descriptors."),
        ("process_max_fds", .gauge, "The most file descriptors that may be open."),
        ("process_start_time_seconds", .gauge, "When the process started, in seconds since 1970."),
        ("process_threads", .gauge, "Threads."),
    ]

    // MARK: - Requests

    /// Counts the start of a request.
    func requestBegan() {
        inFlight.increment()
        begun.add(1, ordering: .relaxed)
    }

    /// The number of requests.
    var requestsBegun: Int { begun.load(ordering: .relaxed) }

    /// Counts the end of a request.
    func requestEnded(method: String, route: String, status: Int, duration: Duration) {
        inFlight.decrement()
        let kind = RequestKind(method: method, route: route, status: status)
        let timer = timers.withLock { timers in
            if let timer = timers[kind] { return timer }
            let timer = Timer(
                label: "vsasim_http_request_duration_seconds",
                dimensions: [("method", method), ("route", route), ("status", String(status))], factory: registry)
            timers[kind] = timer
            return timer
        }
        let (seconds, attoseconds) = duration.components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    // MARK: - Events

    /// Counts a decision; without an outcome, the call was rejected with a code.
    func note(_ event: JournalEvent, refusal: String?) {
        count("vsasim_events_total", "event", event.rawValue)
        if let refusal {
            count("vsasim_refusals_total", "code", refusal)
        } else if let kind = Self.tokens[event] {
            count("vsasim_tokens_issued_total", "kind", kind)
        }
    }

    private static let tokens: [JournalEvent: String] = [
        .accessTokenIssued: "access", .tokenExchanged: "authentication", .authorized: "authorization",
        .mediaTokenIssued: "media", .statementIssued: "statement",
    ]

    private func count(_ name: String, _ label: String, _ value: String) {
        let kind = CounterKind(name: name, label: value)
        let counter = counters.withLock { counters in
            if let counter = counters[kind] { return counter }
            let counter = Counter(label: name, dimensions: [(label, value)], factory: registry)
            counters[kind] = counter
            return counter
        }
        counter.increment()
    }

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
        writing.withLock { _ in
            measure(sessions: sessions, databaseFiles: databaseFiles)
            count("vsasim_journal_lost_entries_total", Double(lostEntries))
            if let server {
                count("vsasim_database_round_trips_total", Double(server.roundTrips))
                count("vsasim_database_repeated_decisions_total", Double(server.repeatedDecisions))
                set("vsasim_database_connections", Double(server.busyConnections), [("state", "busy")])
                set("vsasim_database_connections", Double(server.freeConnections), [("state", "free")])
                set("vsasim_database_waiting_calls", Double(server.waitingCalls))
                set("vsasim_node_follow_seconds", server.lag / .seconds(1))
                set("vsasim_node_ready", server.isCurrent ? 1 : 0)
            }
            return registry.text
        }
    }

    private func measure(sessions: Int?, databaseFiles: [(name: String, size: Int64)]) {
        set("vsasim_build_info", 1, [("version", version)])
        if let sessions { set("vsasim_sessions", Double(sessions)) } else { registry.remove("vsasim_sessions") }
        for file in databaseFiles { set("vsasim_database_size_bytes", Double(file.size), [("file", file.name)]) }
        guard let process = ProcessMeasure.current() else { return }
        set("process_resident_memory_bytes", Double(process.residentBytes))
        set("process_virtual_memory_bytes", Double(process.virtualBytes))
        set("process_open_fds", Double(process.openDescriptors))
        set("process_max_fds", Double(process.mostDescriptors))
        set("process_start_time_seconds", process.startTime)
        set("process_threads", Double(process.threads))
        count("process_cpu_seconds_total", process.processorSeconds)
    }

    /// Sets a counter that is counted elsewhere.
    private func count(_ name: String, _ value: Double) {
        let counter = FloatingPointCounter(label: name, dimensions: [], factory: registry)
        counter.reset()
        counter.increment(by: value)
    }

    private func set(_ name: String, _ value: Double, _ labels: [(String, String)] = []) {
        Meter(label: name, dimensions: labels, factory: registry).set(value)
    }
}
