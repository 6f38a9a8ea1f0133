import CoreMetrics
import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Metrics")
struct MetricsTests {
    private func registry() -> PrometheusRegistry { PrometheusRegistry(buckets: [0.1, 1]) }

    @Test("counters, gauges and histograms in the text format")
    func format() {
        let registry = registry()
        registry.declare("a_total", .counter, "Counts \\ and\nmore.")
        registry.declare("b", .gauge, "Is.")
        registry.declare("c_seconds", .histogram, "Lasts.")
        registry.makeCounter(label: "a_total", dimensions: [("z", "2"), ("x", "q\"\\\n")]).increment(by: 3)
        registry.makeMeter(label: "b", dimensions: []).set(2.5)
        let timer = registry.makeTimer(label: "c_seconds", dimensions: [("k", "v")])
        for nanoseconds: Int64 in [50_000_000, 100_000_000, 200_000_000, 5_000_000_000] { timer.recordNanoseconds(nanoseconds) }
        #expect(
            registry.text == #"""
                # HELP a_total Counts \\ and\nmore.
                # TYPE a_total counter
                a_total{x="q\"\\\n",z="2"} 3
                # HELP b Is.
                # TYPE b gauge
                b 2.5
                # HELP c_seconds Lasts.
                # TYPE c_seconds histogram
                c_seconds_bucket{k="v",le="0.1"} 2
                c_seconds_bucket{k="v",le="1"} 3
                c_seconds_bucket{k="v",le="+Inf"} 4
                c_seconds_sum{k="v"} 5.35
                c_seconds_count{k="v"} 4

                """#)
    }

    @Test("the same labels in another order are the same series; names are sanitized; a counter never falls")
    func series() {
        let registry = registry()
        registry.makeCounter(label: "a.b-c", dimensions: [("x", "1"), ("y", "2")]).increment(by: 1)
        registry.makeCounter(label: "a.b-c", dimensions: [("y", "2"), ("x", "1")]).increment(by: 1)
        registry.makeCounter(label: "a.b-c", dimensions: [("y", "2"), ("x", "1")]).increment(by: -5)
        registry.makeRecorder(label: "9", dimensions: [], aggregate: false).record(-1.5)
        #expect(registry.text.contains(#"a_b_c{x="1",y="2"} 2"# + "\n") && registry.text.contains("\n_9 -1.5\n"))
    }

    @Test("a gauge loses nothing that several threads add at once")
    func gauge() async {
        let gauge = PrometheusGauge()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10_000 {
                        gauge.increment(by: 2)
                        gauge.decrement(by: 1)
                    }
                }
            }
        }
        #expect(gauge.samples == [PrometheusSample(value: "40000")])
    }

    @Test("a family has a bounded number of series")
    func bound() {
        let registry = registry()
        for number in 0..<3_000 { registry.makeCounter(label: "a", dimensions: [("n", "\(number)")]).increment(by: 1) }
        let lines = registry.text.split(separator: "\n").filter { $0.hasPrefix("a{") }
        #expect(lines.count == PrometheusRegistry.seriesLimit + 1)
        #expect(lines.contains(#"a{n="other"} 2000"#))
    }

    @Test("requests, issued tokens and rejections are in /metrics, by the routes' templates and never by sent values")
    func route() async throws {
        // Each node counts its own requests.
        try await Fixture(isOneNode: true).test { client in
            let registered = try await client.registered()
            _ = try await registered.get("/api/v1/config/secret-requestor")
            _ = try await client.get("/secret")
            let answer = try await client.get("/metrics")
            #expect(answer.status == 200 && answer.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
            let route =
                #"vsasim_http_request_duration_seconds_count{method="GET",route="/api/v1/config/{requestor}",status="400"} 1"#
            for line in [
                route, #"vsasim_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1"#,
                #"vsasim_refusals_total{code="invalid_requestor"} 1"#, #"vsasim_tokens_issued_total{kind="access"} 1"#,
                #"vsasim_tokens_issued_total{kind="statement"} 1"#, #"vsasim_events_total{event="service.client-registered"} 1"#,
                "vsasim_sessions 0", #"vsasim_build_info{version="\#(simulatorVersion)"} 1"#,
                "vsasim_http_requests_in_flight 1",
            ] { #expect(answer.text.contains("\n\(line)\n"), "\(line)") }
            #expect(!answer.text.contains("secret"))
            let memory = answer.text.split(separator: "\n").first { $0.hasPrefix("process_resident_memory_bytes ") }
            #expect(memory.flatMap { Int64($0.split(separator: " ")[1]) } ?? 0 > 1_000_000)
        }
    }

    @Test("a value that takes long to measure is measured again only after a while, even if that failed")
    func recentValue() async {
        struct Away: Error {}
        let (kept, fresh) = (RecentValue<Int>(lifetime: .seconds(3_600)), RecentValue<Int>(lifetime: .zero))
        #expect(await kept.value { 1 } == 1)
        #expect(await kept.value { 2 } == 1)
        #expect(await fresh.value { throw Away() } == nil)
        #expect(await fresh.value { 3 } == 3)
        let failed = RecentValue<Int>(lifetime: .seconds(3_600))
        #expect(await failed.value { throw Away() } == nil)
        #expect(await failed.value { 4 } == nil)
    }

    @Test(
        "metrics require a token on loopback, too: the administration's, or one for metrics only", arguments: [true, false])
    func protection(isLoopback: Bool) async throws {
        var options = ServiceOptions()
        options.isLoopback = isLoopback
        options.metricsToken = "token-of-the-metrics"
        #expect(options.protectsDashboard)
        try await Fixture(options: options).test { client in
            let refused = try await client.get("/metrics")
            #expect(refused.status == 401 && refused.headers[.wwwAuthenticate] == "Bearer")
            for token in [Fixture.adminToken, "token-of-the-metrics"] {
                #expect(try await client.send(.get, "/metrics", token: token).status == 200)
            }
            #expect(try await client.send(.get, "/metrics", token: "another-token").status == 401)
            #expect(try await client.send(.get, "/admin/v1/status", token: "token-of-the-metrics").status == 401)
        }
    }
}
