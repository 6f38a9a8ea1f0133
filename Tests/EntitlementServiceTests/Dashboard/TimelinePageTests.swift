import EntitlementCore
import HTTPTypes
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's timeline")
struct TimelinePageTests {
    private static func entry(
        _ source: TimelineSource, _ sequence: Int64, at time: Int64, _ event: String, application: String? = nil,
        correlation: String? = nil, details: JSON = .object([])
    ) -> TimelineEntry {
        TimelineEntry(
            TimelineID(source, sequence), machineTime: time, time: time / 1_000, event: event, application: application,
            correlation: correlation, details: details)
    }

    /// The numbers of the events on a page, from the top.
    private static func numbers(_ page: String) -> [String] {
        page.matches(of: /<li id="event-([a-z0-9]+)"/).map { String($0.output.1) }
    }

    /// An entry as it is sent.
    private static func told(_ entry: TimelineEntry) -> JSON {
        [
            "id": .string(entry.id.description), "machineTime": .integer(entry.machineTime), "time": .integer(entry.time),
            "event": .string(entry.event), "application": .optional(entry.application),
            "correlation": .optional(entry.correlation), "details": entry.details,
        ]
    }

    private static func body(_ entries: [TimelineEntry]) -> String {
        (["entries": .array(entries.map(told))] as JSON).serialized
    }

    @Test("device, service and apps are in one order; events of one call are grouped, with a link to the whole call")
    func order() async throws {
        let now = SystemClock.machineMicroseconds()
        let call = "0af7651916cd43dd8448eb211c80319c"
        let entries = [
            Self.entry(.device, 7, at: now - 2_000_000, "access.changed", application: "com.example.player"),
            Self.entry(.library, 3, at: now - 3_000_000, "library.setRequestor", correlation: call),
            Self.entry(
                .device, 8, at: now - 1_000_000, "metadata.failed", correlation: call,
                details: ["error": "accessNotGranted"]),
        ]
        // The events of device and apps are those of one node.
        try await Fixture(isOneNode: true).test { client in
            #expect(try await client.get("/dashboard/live").text.contains("id=\"live-alone\""))
            // Sent twice, as by a sender that starts again, they are stored once.
            for _ in 1...2 {
                let answer = try await client.administer(.post, "timeline", Self.body(entries))
                #expect(answer.status == 200 && answer.text == #"{"viewers":0}"#)
            }
            _ = try await client.administer(.post, "reset")
            let page = try await client.get("/dashboard/live").text
            #expect(Self.numbers(page) == ["s1", "l3", "d8", "d7"] && !page.contains("id=\"live-alone\""))
            #expect(page.contains("data-stream=\"/dashboard/events?after=d8.s1.l3\""))
            #expect(page.contains("<dt>app</dt><dd>com.example.player</dd>"))
            #expect(page.contains("<span class=\"tag bad\">failed</span>") && page.contains("<dd>accessNotGranted</dd>"))
            #expect(page.matches(of: /<li class="call call-[0-5]" data-at="[0-9]+" data-call="[0-9a-f]{32}">/).count == 1)
            #expect(
                page.contains(
                    "<a href=\"/dashboard/live?text=\(call)\" aria-label=\"Only the call \(call)\">call 0af76519…319c</a>"))
            #expect(page.contains("<dt>call</dt><dd><a href=\"/dashboard/live?text=\(call)\">\(call)</a></dd>"))
            #expect(Self.numbers(try await client.get("/dashboard/live?text=\(call)").text) == ["l3", "d8"])
            #expect(Self.numbers(try await client.get("/dashboard/live?text=0AF76519+notgranted").text) == ["d8"])
            #expect(Self.numbers(try await client.get("/dashboard/live?text=device+player").text) == ["d7"])
            #expect(Self.numbers(try await client.get("/dashboard/live?text=device").text) == ["d8", "d7"])
            #expect(Self.numbers(try await client.get("/dashboard/live?text=player").text) == ["d7"])
            #expect(Self.numbers(try await client.get("/dashboard/live?before=\(now - 2_000_000).d7").text) == ["l3"])
        }
    }

    @Test(
        "a sender waits for a viewer; new entries are sent to viewers, after the last one that they saw", .timeLimit(.minutes(10))
    )
    func stream() async throws {
        let fixture = try await Fixture()
        let shared = fixture.environment.dashboard.shared
        try await fixture.serve { port in
            let waiting = try await onThread {
                let waiting = try RawConnection(port: port)
                try waiting.write(
                    "GET /admin/v1/timeline?wait=30 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(Fixture.adminToken)\r\n\r\n")
                return waiting
            }
            while !shared.isShared { await Task.yield() }
            try await onThread {
                let viewer = try RawConnection(port: port)
                try viewer.write(
                    "GET /dashboard/events?after=d7.s0 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
                #expect(try waiting.read(until: "}").hasSuffix(#"{"viewers":1}"#))
                _ = try viewer.read(until: "retry: 2000")
                let now = SystemClock.machineMicroseconds()
                shared.add([
                    Self.entry(.device, 7, at: now, "account.signed-out"), Self.entry(.device, 8, at: now, "account.signed-in"),
                ])
                let text = try viewer.read(until: "</li>")
                #expect(
                    text.contains("id: d8.s0\ndata: <li class=\"call\"") && text.contains("id=\"event-d8\"")
                        && !text.contains("signed-out"), "\(text)")
            }
        }
    }

    @Test("the last of several entries with one number is kept, also of those that are sent together")
    func repeated() {
        let shared = SharedTimeline()
        let (first, second) = (Self.entry(.device, 1, at: 1, "a"), Self.entry(.device, 1, at: 2, "b"))
        shared.add([first, Self.entry(.device, 2, at: 1, "c"), second])
        #expect(shared.entries().entries.map(\.event) == ["c", "b"] && shared.entries().last == 3)
        shared.add([second])
        #expect(shared.entries().last == 3)
        shared.add([first])
        #expect(shared.entries().entries.map(\.event) == ["c", "a"] && shared.entries(after: 3).entries == [first])
    }

    @Test("hostile entries are escaped; the newest thousand are kept")
    func hostile() async throws {
        let mark = "<b onclick=x>\"'"
        // A session shares its timeline with one node.
        try await Fixture(isOneNode: true).test { client in
            let entries = [
                Self.entry(
                    .device, 999_999_999_999_999_999, at: .max, mark, application: mark, correlation: mark,
                    details: .object([.init(mark, .string(mark + String(repeating: "x", count: 4_000)))])),
                TimelineEntry(TimelineID(.library, 0), machineTime: 0, time: .min, event: "x"),
            ]
            #expect(try await client.administer(.post, "timeline", Self.body(entries)).status == 200)
            let page = try await client.get("/dashboard/live").text
            #expect(page.contains("&lt;b onclick=x&gt;") && !page.contains("<b onclick"))
            #expect(Self.numbers(page).count == 2 && page.utf8.count < 30_000)
            for start in stride(from: 1, through: 1_401, by: 200) {
                let more = (start..<start + 200).map { Self.entry(.library, Int64($0), at: Int64($0), "library.x") }
                #expect(try await client.administer(.post, "timeline", Self.body(more)).status == 200)
            }
            let kept = client.fixture.environment.dashboard.shared.entries().entries.map(\.id.sequence)
            #expect(kept == Array(601...1_600))
        }
    }

    @Test(
        "an invalid entry is rejected by its name, and nothing of the body is stored",
        arguments: [
            ("[]", "object"), (#"{"entries":{}}"#, "entries"), (#"{"entries":[1]}"#, "entries[0]"), (#"{"other":1}"#, "other"),
            (#"{"entries":[{"id":"d1","machineTime":1,"time":1,"event":"x"},{"id":"s1"}]}"#, "entries[1].id"),
            (#"{"entries":[{"id":"12","machineTime":1,"time":1,"event":"x"}]}"#, "entries[0].id"),
            (#"{"entries":[{"id":"d1","time":1,"event":"x"}]}"#, "entries[0].machineTime"),
            (#"{"entries":[{"id":"d1","machineTime":1,"event":"x"}]}"#, #""field":"entries[0].time""#),
            (#"{"entries":[{"id":"d1","machineTime":-1,"time":1,"event":"x"}]}"#, "machineTime"),
            (#"{"entries":[{"id":"d1","machineTime":1,"time":1,"event":""}]}"#, "event"),
            (#"{"entries":[{"id":"d1","machineTime":1,"time":1,"event":"x","details":[]}]}"#, "entries[0].details"),
            (#"{"entries":[{"id":"d1","machineTime":1,"time":1,"event":"x","outcome":"ok"}]}"#, "outcome"),
        ])
    func refused(body: String, place: String) async throws {
        try await Fixture().test { client in
            let answer = try await client.administer(.post, "timeline", body)
            #expect(answer.status == 400 && answer.text.contains(place), "\(answer.text)")
            #expect(client.fixture.environment.dashboard.shared.entries().entries.isEmpty)
            #expect(try await client.administer(.get, "timeline?wait=31").status == 400)
        }
    }

    @Test("a cursor is read as it was written; an invalid one is ignored")
    func cursor() {
        var cursor = TimelineCursor()
        for id in ["s12", "d40", "l3", "d39"].compactMap({ TimelineID($0) }) { cursor.pass(id) }
        #expect(cursor.description == "d40.s12.l3" && TimelineCursor("d40.s12.l3") == cursor)
        #expect(TimelineCursor("12")?.numbers == [.service: 12])
        for text in ["", ".", "x", "s", "s-1", "s1.", "s1.x2", "s99999999999999999999", "s1 "] {
            #expect(TimelineCursor(text) == nil, "\(text)")
        }
        for text in ["", "5", "5.", "x.s1", "5.x1", "99999999999999999999.s1"] {
            #expect(TimelineEntry(place: text) == nil, "\(text)")
        }
    }
}
