import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
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
