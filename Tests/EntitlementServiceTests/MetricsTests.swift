import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Metrics")
struct MetricsTests {
    @Test("counters, gauges and histograms in the text format")
    func format() {
        let labels = PrometheusFamily.labels(["x": "q\"\\\n", "z": "2"])
        let counter = PrometheusFamily("a_total", .counter, "Counts \\ and\nmore.", series: [labels: .number(3)])
        #expect(
            counter.text == #"""
                # HELP a_total Counts \\ and\nmore.
                # TYPE a_total counter
                a_total{x="q\"\\\n",z="2"} 3

                """#)
        #expect(PrometheusFamily("b", .gauge, "Is.", 2.5).text == "# HELP b Is.\n# TYPE b gauge\nb 2.5\n")
        #expect(PrometheusFamily("b", .gauge, "Is.", nil).text == "# HELP b Is.\n# TYPE b gauge\n")
        var histogram = PrometheusHistogram(bounds: [0.1, 1])
        for seconds in [0.05, 0.1, 0.2, 5] { histogram.record(seconds) }
        let durations = PrometheusFamily(
            "c_seconds", .histogram, "Lasts.", series: [PrometheusFamily.labels(["k": "v"]): .histogram(histogram)])
        #expect(
            durations.text == #"""
                # HELP c_seconds Lasts.
                # TYPE c_seconds histogram
                c_seconds_bucket{k="v",le="0.1"} 2
                c_seconds_bucket{k="v",le="1"} 3
                c_seconds_bucket{k="v",le="+Inf"} 4
                c_seconds_sum{k="v"} 5.35
                c_seconds_count{k="v"} 4

                """#)
    }

    @Test("concurrent requests are all counted, and their kinds are limited")
    func bound() async {
        let metrics = ServiceMetrics(version: "1")
        await withTaskGroup(of: Void.self) { group in
            for part in 0..<4 {
                group.addTask {
                    for number in 0..<1_000 {
                        metrics.requestBegan()
                        metrics.requestEnded(method: "GET", route: "/\(part)/\(number)", status: 200, duration: .zero)
                    }
                }
            }
        }
        let text = metrics.text(sessions: nil, databaseFiles: [], lostEntries: 0, store: [])
        let counts = text.split(separator: "\n").filter { $0.hasPrefix("vsasim_http_request_duration_seconds_count{") }
        #expect(counts.count == ServiceMetrics.requestKindLimit + 1)
        #expect(counts.contains { $0.hasSuffix(#"{method="other",route="other",status="other"} 3000"#) })
        #expect(text.contains("\nvsasim_http_requests_in_flight 0\n"))
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

    @Test("the login in a browser and the media token of a permission in REST v2 are issued tokens; a denial issues none")
    func tokensOfREST2() async throws {
        try await Fixture(isOneNode: true).test { client in
            let app = try await client.registered()
            _ = try await app.logIn(try await app.createSession(), as: "bob")
            var headers = Client.headers()
            headers[.contentType] = "application/json"
            for resource in ["news", "sports"] {
                let answer = try await app.send(
                    .post, Endpoint.authorize.path(mvpd: "GammaSat"), headers: headers, body: #"{"resources":["\#(resource)"]}"#)
                #expect(answer.status == 200)
            }
            // The system account's response did not make a profile.
            client.fixture.environment.engine.metrics.note(.partnerProfileCreated, refusal: nil, reason: "no new profile")
            let text = try await client.get("/metrics").text
            for kind in ["authentication", "authorization", "media"] {
                #expect(text.contains("\nvsasim_tokens_issued_total{kind=\"\(kind)\"} 1\n"), "\(kind)")
            }
        }
    }

    @Test("a request that is answered before it reaches its route has the route's template, too")
    func unreachedRoute() async throws {
        try await Fixture(isOneNode: true).test { client in
            let client = try await client.registered()
            _ = try await client.administer(.post, "faults", #"{"at":"service.config","status":503,"times":1}"#)
            #expect(try await client.get("/api/v1/config/REF30").status == 503)
            #expect(try await client.get("/api/v1/config/REF30?" + String(repeating: "x", count: 20_000)).status == 414)
            let header: HTTPFields = [.userAgent: String(repeating: "x", count: 20_000)]
            #expect(try await client.send(.get, "/api/v1/config/REF30", headers: header).status == 431)
            #expect(try await client.send(.get, "/api/v1/config/REF30", headers: [.accept: "image/png"]).status == 406)
            _ = try await client.administer(.put, "throttling", #"{"enabled":true,"burst":0}"#)
            _ = try await client.get("/api/v1/config/REF30")
            #expect(try await client.get("/api/v1/config/REF30").status == 429)
            let text = try await client.get("/metrics").text
            for status in [503, 414, 431, 406, 429] {
                let line = #"_count{method="GET",route="/api/v1/config/{requestor}",status="\#(status)"} 1"#
                #expect(text.contains(line), "\(status)")
            }
            #expect(!text.contains(#"route="none""#))
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
