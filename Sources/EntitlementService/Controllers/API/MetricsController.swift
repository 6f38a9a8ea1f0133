import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TVWorld

/// The metrics for Prometheus.
struct MetricsController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let options: ServiceOptions
    /// The number of sessions. Counting many takes a database server a long time, even if nobody waits for the result.
    let sessions: RecentValue<Int>

    var routes: [Route] { [Route(.get, "/metrics", audience: .everyone) { try await readMetrics($0) }] }

    /// `GET /metrics`: with the token of the metrics or the administration, unless the service is configured to require none.
    private func readMetrics(_ call: APICall) async throws -> Response {
        if options.protectsDashboard { try access.requireAdministrator(call.request, or: options.metricsToken) }
        let text = engine.metrics.text(
            sessions: await sessions.value { try await engine.countSignIns() }, databaseFiles: databaseFiles,
            lostEntries: engine.lostEntries, store: PostgreSQLTokenStore.metrics(of: engine.shared))
        return .content(.ok, PrometheusFamily.contentType, text)
    }

    /// The database's files with their sizes in bytes.
    private var databaseFiles: [(name: String, size: Int64)] {
        guard let path = options.databasePath else { return [] }
        return [("main", ""), ("wal", "-wal"), ("shm", "-shm")].compactMap { name, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
            return (attributes?[.size] as? NSNumber).map { (name, $0.int64Value) }
        }
    }
}

/// A value that takes long to measure. It is measured again only after some seconds, whether or not the measurement succeeded.
final class RecentValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        /// The time until which it is not measured again.
        var end: ContinuousClock.Instant?
    }

    private let state = Mutex(State())
    private let lifetime: Duration

    init(lifetime: Duration) { self.lifetime = lifetime }

    /// Returns the most recently measured value; nil if the measurement failed, or if the first one has not finished.
    func value(_ measure: () async throws -> Value) async -> Value? {
        let start = ContinuousClock.now
        let isMeasured = state.withLock { state in
            if let end = state.end, start < end { return true }
            state.end = start + lifetime
            return false
        }
        if !isMeasured {
            let value = try? await measure()
            state.withLock { $0.value = value }
            return value
        }
        return state.withLock { $0.value }
    }
}

extension PostgreSQLTokenStore {
    /// Returns the metrics of a store on a server; without values if there is none.
    fileprivate static func metrics(of store: PostgreSQLTokenStore?) -> [PrometheusFamily] {
        let load = store?.pool.load
        return [
            PrometheusFamily(
                "vsasim_database_round_trips_total", .counter, "Round trips to the PostgreSQL server.", store?.roundTrips),
            PrometheusFamily(
                "vsasim_database_repeated_decisions_total", .counter,
                "Decisions that were made again, because the records that they are based on had changed.", store?.conflicts),
            PrometheusFamily(
                "vsasim_database_connections", .gauge, "Connections for calls to the PostgreSQL server, by state.", by: "state",
                load.map { ["busy": Double($0.busy), "free": Double($0.free)] } ?? [:]),
            PrometheusFamily(
                "vsasim_database_waiting_calls", .gauge, "Calls that wait for one of these connections.", load?.waiting),
            PrometheusFamily(
                "vsasim_node_follow_seconds", .gauge,
                "The time that the node took to adopt the last change to what nodes share, after it had noticed it.",
                store.map { $0.node.lag / .seconds(1) }),
            PrometheusFamily(
                "vsasim_node_ready", .gauge, "1 if the node is ready.", store.map { $0.node.problem == nil ? 1 : 0 }),
        ]
    }
}
