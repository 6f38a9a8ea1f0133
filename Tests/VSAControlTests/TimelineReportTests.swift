import Administration
import TVWorld
import Testing

@testable import VSAControl

@Suite("the timeline as a table")
struct TimelineReportTests {
    private let plain = Style(isColoured: false)
    private let trace = "0af7651916cd43dd8448eb211c80319c"

    private func entry(
        _ id: TimelineID, at milliseconds: Int64, _ event: String, application: String? = nil, correlated: Bool = true,
        outcome: String? = nil, _ details: [JSON.Member] = []
    ) -> TimelineEntry {
        TimelineEntry(
            id, machineTime: milliseconds * 1_000, time: milliseconds, event: event, application: application,
            correlation: correlated ? trace : nil, outcome: outcome, details: .object(details))
    }

    @Test("one table of the three journals; a bracket joins the entries of one call")
    func table() {
        let entries = [
            entry(TimelineID(.library, 1), at: 0, "library.call.setRequestor", application: "com.example.player"),
            entry(
                TimelineID(.service, 7), at: 1_250, "service.configuration-read", outcome: "ok",
                [.init("requestor", "REF30")]),
            entry(TimelineID(.device, 12), at: 1_300, "region.changed", correlated: false, [.init("region", "US")]),
            entry(
                TimelineID(.library, 2), at: 1_400, "library.setRequestorComplete", application: "com.example.player",
                [.init("status", .integer(1))]),
        ]
        #expect(
            Report.timeline(entries).text(plain) == """
                ID   TIME                      SOURCE   APP                   EVENT                         DETAILS
                l1   1970-01-01T00:00:00.000Z  library  com.example.player  ┌ library.call.setRequestor
                s7   1970-01-01T00:00:01.250Z  service  com.example.player  ├ service.configuration-read    requestor=REF30
                d12  1970-01-01T00:00:01.300Z  device   -                   │ region.changed                region=US
                l2   1970-01-01T00:00:01.400Z  library  com.example.player  └ library.setRequestorComplete  status=1
                """)
        #expect(Report.timeline([]).text(plain).isEmpty)
    }

    @Test("concurrent calls have a column each, and a service row has the app of its call")
    func concurrentCalls() {
        func of(_ call: String, _ id: TimelineID, at time: Int64, _ event: String, _ application: String?) -> TimelineEntry {
            var entry = entry(id, at: time, event, application: application)
            entry.correlation = call
            return entry
        }
        let entries = [
            of("a", TimelineID(.library, 1), at: 0, "library.call.setRequestor", "com.example.one"),
            of("b", TimelineID(.library, 2), at: 1, "library.call.setRequestor", "com.example.two"),
            of("b", TimelineID(.service, 1), at: 2, "service.configuration-read", nil),
            of("a", TimelineID(.library, 3), at: 3, "library.setRequestorComplete", "com.example.one"),
            of("c", TimelineID(.library, 4), at: 4, "library.call.logout", "com.example.one"),
            of("c", TimelineID(.library, 5), at: 5, "library.setAuthenticationStatus", "com.example.one"),
            of("b", TimelineID(.library, 6), at: 6, "library.setRequestorComplete", "com.example.two"),
        ]
        let rows = Report.timeline(entries).text(plain).split(separator: "\n").dropFirst().map { row in
            row.split(separator: "  ", omittingEmptySubsequences: true).dropFirst(3).joined(separator: " ")
        }
        #expect(
            rows == [
                "com.example.one ┌ library.call.setRequestor", "com.example.two │┌ library.call.setRequestor",
                "com.example.two │├ service.configuration-read", "com.example.one └│ library.setRequestorComplete",
                "com.example.one ┌│ library.call.logout", "com.example.one └│ library.setAuthenticationStatus",
                "com.example.two  └ library.setRequestorComplete",
            ], "\(rows)")
    }

    @Test("entries that arrive one by one: a call that is silent for long frees its column")
    func stream() {
        var groups = CorrelationGroups()
        var texts: [String] = []
        for (call, time) in [("a", 0), ("b", 1), ("a", 2), ("c", 5_000), ("b", 5_001)] as [(String, Int64)] {
            var entry = entry(TimelineID(.library, 1), at: time, "library.call.logout", application: "x")
            entry.correlation = call
            texts.append(String(groups.row(entry).text(TimelineRow.streamWidths, plain).dropFirst(64).prefix(4)))
        }
        #expect(texts.map { $0.first { !" ".contains($0) } } == ["┌", "┌", "├", "┌", "├"], "\(texts)")
    }

    @Test("failures are shown first; a clock with another time is shown, too")
    func refusal() {
        var refused = entry(
            TimelineID(.service, 1), at: 0, "service.authorized", correlated: false, outcome: "authorization_denied",
            [.init("resource", "news")])
        refused.time = 31 * 86_400_000
        let text = Report.timeline([refused]).text(plain)
        #expect(text.contains("outcome=authorization_denied resource=news clock=1970-02-01T00:00:00.000Z"))
    }

    @Test("the times of a foreign journal can be any numbers")
    func hostileTimes() {
        var groups = CorrelationGroups()
        for (number, time) in [Int64.min, .max, -1, .min].enumerated() {
            var entry = TimelineEntry(
                TimelineID(.library, Int64(number)), machineTime: time, time: time == .min ? .max : .min,
                event: "library.call.logout")
            // More calls than columns, so that the table must find one that has ended.
            for call in ["a", "b", "c", "d", "e", "f", "g", "h"] {
                entry.correlation = "\(call)\(number)"
                let text = groups.row(entry).text(TimelineRow.streamWidths, plain)
                #expect(text.contains("clock="), "\(text)")
            }
        }
    }

    @Test("an entry of a foreign journal is shared within the limits of the service")
    func sharing() {
        func text(_ length: Int) -> String { String(repeating: "e\u{301}\n", count: length) }
        let hostile = TimelineEntry(
            TimelineID(.library, 1), machineTime: -1, time: 0, event: text(128), application: text(256), correlation: text(64),
            details: .object([.init("message", .string(text(AdministrationLimit.detailSize)))]))
        let shared = hostile.shared
        for (member, length) in [("event", 128), ("application", 256), ("correlation", 64)] {
            #expect(shared[member]?.text?.unicodeScalars.count == length, "\(member)")
        }
        #expect(shared["machineTime"] == .integer(0) && shared["details"] == .object([.init("cut", .bool(true))]))
        let empty = TimelineEntry(TimelineID(.library, 1), machineTime: 1, time: 0, event: "e", application: "", correlation: "")
        #expect(empty.shared["application"] == .null && empty.shared["correlation"] == .null)
    }

    @Test("external text reaches the terminal without control characters, and colours only if enabled")
    func safety() {
        let hostile = entry(
            TimelineID(.library, 1), at: 0, "library.status", application: "a\u{1B}[31m", [.init("message", "x\n\u{1B}]0;y")])
        #expect(!Report.timeline([hostile]).text(plain).unicodeScalars.contains("\u{1B}"))
        #expect(Report.timeline([hostile]).text(Style(isColoured: true)).contains("\u{1B}[34m"))
    }

    @Test("an app's entries include what its calls cause at the service, in any order")
    func filter() {
        let service = entry(TimelineID(.service, 1), at: 1, "service.authorized")
        let library = entry(TimelineID(.library, 1), at: 0, "library.call.logout", application: "com.example.player")
        let other = entry(TimelineID(.library, 2), at: 2, "library.call.logout", application: "com.example.news")
        var filter = TimelineFilter(application: "com.example.player")
        #expect(filter.apply([service, library, other]).map(\.id.description) == ["s1", "l1"])
        #expect(filter.apply([service]).count == 1, "the call is known from before")
        var none = TimelineFilter(application: nil)
        #expect(none.apply([service, library, other]).count == 3)
    }

    @Test("an endless timeline keeps only the newest calls")
    func recentCalls() {
        var filter = TimelineFilter(application: "com.example.player")
        var groups = CorrelationGroups()
        func entry(of call: Int, application: String?) -> TimelineEntry {
            TimelineEntry(
                TimelineID(.library, 1), machineTime: 0, time: 0, event: "library.call.logout", application: application,
                correlation: "\(call)")
        }
        let newest = 2 * RecentCalls.limit
        for call in 1...newest {
            for shown in filter.apply([entry(of: call, application: "com.example.player")]) { _ = groups.row(shown) }
        }
        for (call, isKnown) in [(1, false), (newest - RecentCalls.limit + 1, true), (newest, true)] {
            let caused = entry(of: call, application: nil)
            #expect(filter.apply([caused]).isEmpty != isKnown, "\(call)")
            let text = groups.row(caused).text(TimelineRow.streamWidths, plain)
            #expect(text.contains("com.example.player") == isKnown, "\(text)")
        }
    }

    @Test("entries are selected by the names of events and their prefixes, and by time")
    func events() {
        let entries = [
            entry(TimelineID(.library, 1), at: 1, "library.status"), entry(TimelineID(.device, 1), at: 2, "access.changed"),
            entry(TimelineID(.library, 2), at: 3, "library.setToken"),
        ]
        func selected(_ events: [String], since: Int64? = nil) -> [String] {
            var filter = TimelineFilter(application: nil, events: events, since: since)
            return filter.apply(entries).map(\.id.description)
        }
        #expect(selected(["library.*"]) == ["l1", "l2"] && selected(["library.status", "access.changed"]) == ["l1", "d1"])
        #expect(selected([], since: 2_000) == ["d1", "l2"] && selected(["library.*"], since: 2_000) == ["l2"])
        #expect(TimelineFilter.isKnown("library.*") && TimelineFilter.isKnown("access.changed"))
        #expect(!TimelineFilter.isKnown("libary.*") && !TimelineFilter.isKnown("library"))
    }

    @Test("on a terminal, details are cut to its width")
    func width() {
        let long = entry(
            TimelineID(.device, 1), at: 0, "region.changed", correlated: false,
            [.init("region", .string(String(repeating: "x", count: 99)))])
        let lines = Report.timeline([long]).text(Style(isColoured: false, columns: 90)).split(separator: "\n")
        #expect(lines.last.map { TextWidth.of(String($0)) } == 90 && lines.last?.hasSuffix("x…") == true, "\(lines)")
        let narrow = Report.timeline([long]).text(Style(isColoured: false, columns: 20))
        #expect(narrow.hasSuffix("region.changed"))
    }

    /// Entries of an app's call before and after midnight, and one of the device.
    private var night: [TimelineEntry] {
        [
            entry(
                TimelineID(.library, 1), at: 86_399_250, "library.call.checkPreauthorizedResources",
                application: "com.example.player", [.init("resources", "news,sports,kids")]),
            entry(TimelineID(.device, 12), at: 86_400_000, "region.changed", correlated: false, [.init("region", "US")]),
            entry(
                TimelineID(.library, 2), at: 86_400_500, "library.preauthorizedResources", application: "com.example.player",
                [.init("resources", .array(["news"]))]),
        ]
    }

    @Test("on a terminal of 80 columns, app and event are cut at the start, and a day has its own line")
    func terminal() {
        #expect(
            Report.timeline(night).text(Style(isColoured: false, columns: 80)) == """
                ID   TIME          SOURCE   APP           EVENT                 DETAILS
                1970-01-01 UTC
                l1   23:59:59.250  library  …le.player  ┌ …authorizedResources  resources=news,…
                1970-01-02 UTC
                d12  00:00:00.000  device   -           │ region.changed        region=US
                l2   00:00:00.500  library  …le.player  └ …authorizedResources  resources=["new…
                """)
    }

    @Test("on a wide terminal only the date is separate; in a pipe nothing is", arguments: [160, nil])
    func wide(columns: Int?) {
        let text = Report.timeline(night).text(Style(isColoured: false, columns: columns))
        #expect(text.contains("  com.example.player  ┌ library.call.checkPreauthorizedResources  resources=news,sports,kids"))
        #expect(text.contains("\n1970-01-02 UTC\nd12  00:00:00.000  device ") == (columns != nil), "\(text)")
        #expect(text.contains("\nd12  1970-01-02T00:00:00.000Z  device ") == (columns == nil), "\(text)")
    }

    @Test("rows that arrive one by one fit the terminal, too", arguments: [70, 80, 100, 132])
    func streamOnTerminal(columns: Int) {
        var groups = CorrelationGroups()
        let style = Style(isColoured: false, columns: columns)
        let lines = night.flatMap { Report.line($0, groups.row($0)).text(style).split(separator: "\n") }
        #expect(lines.count == 5 && lines[0] == "1970-01-01 UTC" && lines[2] == "1970-01-02 UTC", "\(lines)")
        #expect(lines.allSatisfy { TextWidth.of(String($0)) <= columns }, "\(lines)")
        #expect(lines[1].contains("  resources=n"), "\(lines)")
    }

    @Test("a pager is used for what does not fit on the screen, unless the user disables it")
    func pager() {
        let size = TerminalSize(columns: 80, rows: 24)
        #expect(Pager.command(lines: 24, size: size, environment: [:]) == "less -FRX")
        #expect(Pager.command(lines: 24, size: size, environment: ["PAGER": "more"]) == "more")
        #expect(Pager.command(lines: 24, size: size, environment: ["PAGER": ""]) == nil)
        #expect(Pager.command(lines: 24, size: size, environment: ["PAGER": "cat"]) == nil)
        #expect(Pager.command(lines: 23, size: size, environment: [:]) == nil)
        #expect(Pager.command(lines: 99, size: nil, environment: [:]) == nil)
    }

    @Test("entries after a given one are returned; one that the journal has lost keeps its position")
    func after() {
        let entries = [1, 3, 5].map { entry(TimelineID(.device, $0), at: $0, "access.checked") }
        #expect(entries.after(TimelineID(.device, 3)).map(\.id.sequence) == [5])
        #expect(entries.after(TimelineID(.device, 2)).map(\.id.sequence) == [3, 5])
        #expect(entries.after(TimelineID(.device, 5)).isEmpty)
    }

    @Test("requests as an HTTP Archive")
    func archive() {
        let record = RequestResource(
            sequence: 1, time: 0, machineTime: 1_250_000, method: "GET", path: "/api/v1/authorize?resource=a%20b&x", status: 200,
            microseconds: 1_500, requestSize: nil, responseSize: 12, contentType: "application/json", request: "r-1",
            correlation: trace)
        let log = HTTPArchive.document([record], service: "http://127.0.0.1:80")["log"]
        guard case .array(let entries) = log?["entries"] else { return #expect(Bool(false), "no entries") }
        #expect(log?["version"] == .string("1.2") && entries.count == 1)
        #expect(entries[0]["startedDateTime"] == .string("1970-01-01T00:00:01.250Z"))
        #expect(entries[0]["request"]?["url"] == .string("http://127.0.0.1:80/api/v1/authorize?resource=a%20b&x"))
        #expect(
            entries[0]["request"]?["queryString"]
                == .array([
                    .members(["name": "resource", "value": "a b"]),
                    .members(["name": "x", "value": ""]),
                ]))
        #expect(entries[0]["response"]?["content"]?["size"] == .integer(12))
    }

    @Test("SAML is indented, with signatures and certificates masked")
    func saml() {
        let xml =
            #"<?xml version="1.0"?><samlp:Response xmlns:samlp="p" ID="a>b"><ds:SignatureValue>QUJD REVG</ds:SignatureValue>"#
            + "<saml:Issuer>idp</saml:Issuer><a/><b></b></samlp:Response>"
        #expect(
            SAMLText.readable(xml) == """
                <?xml version="1.0"?>
                <samlp:Response xmlns:samlp="p" ID="a>b">
                  <ds:SignatureValue>••• (8 characters, masked)</ds:SignatureValue>
                  <saml:Issuer>idp</saml:Issuer>
                  <a/>
                  <b></b>
                </samlp:Response>
                """)
        #expect(SAMLText.readable("<a><b") == "(5 bytes that are not well-formed XML)")
    }
}
