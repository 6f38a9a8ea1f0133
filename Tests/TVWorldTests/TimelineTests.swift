import Testing

@testable import TVWorld

@Suite("The timeline of device, service and library")
struct TimelineTests {
    private func entry(
        _ id: String, at time: Int64, _ event: String = "access.checked", _ details: [JSON.Member] = []
    ) throws -> TimelineEntry {
        TimelineEntry(
            try #require(TimelineID(id)), machineTime: time, time: time / 1_000, event: event, application: "com.example.player",
            details: .object(details))
    }

    @Test("Numbers have the letter of their source; a plain one is the device's")
    func numbers() {
        #expect(TimelineID("d12") == TimelineID(.device, 12))
        #expect(TimelineID("s7") == TimelineID(.service, 7))
        #expect(TimelineID("l3")?.description == "l3")
        #expect(TimelineID("42") == TimelineID(.device, 42))
        for wrong in ["", "d", "x4", "d-1", "d1.5", "s+2", "99999999999999999999", "d１"] {
            #expect(TimelineID(wrong) == nil, "\(wrong)")
        }
    }

    @Test("Entries are in the order of the machine's time, then of source and number")
    func order() throws {
        let device = [try entry("d1", at: 10), try entry("d2", at: 30)]
        let service = [try entry("s1", at: 20), try entry("s2", at: 30), try entry("s3", at: 30)]
        let library = [try entry("l1", at: 5), try entry("l2", at: 30)]
        let merged = TimelineEntry.merged([library, service, device]).map(\.id.description)
        #expect(merged == ["l1", "d1", "s1", "d2", "s2", "s3", "l2"])
    }

    @Test("A poll of an open login is not a failure; another error of the same call is")
    func poll() throws {
        var entry = try entry("s1", at: 1, "service.authentication-read")
        for (outcome, isFailure) in [("ok", false), ("authentication_session_missing", false), ("invalid_requestor", true)] {
            entry.outcome = outcome
            #expect(entry.isFailure == isFailure, "\(outcome)")
        }
        entry.event = "service.authorized"
        entry.outcome = "authentication_session_missing"
        #expect(entry.isFailure)
    }

    @Test("A value is a detail, a member of one, or what every entry has")
    func values() throws {
        let entry = try entry(
            "l1", at: 1, "library.setMetadataStatus",
            [.init("metadata", .object([.init("zip", "10001")])), .init("a.b", .integer(1)), .init("source", "own")])
        #expect(entry.value("metadata.zip") == "10001")
        #expect(entry.value("a.b") == .integer(1))
        #expect(entry.value("application-id") == "com.example.player")
        #expect(entry.value("source") == "own", "a detail goes before what every entry has")
        #expect(entry.value("metadata.name") == nil)
        #expect(entry.value("outcome") == nil)
    }
}

@Suite("Expectations of the timeline")
struct EventMatcherTests {
    private func status(_ number: Int64, _ status: Int64, code: String = "") -> TimelineEntry {
        TimelineEntry(
            TimelineID(.library, number), machineTime: number, time: 0, event: "library.setAuthenticationStatus",
            details: .object([.init("status", .integer(status)), .init("code", .string(code))]))
    }

    private func matcher(count: Int? = nil, _ conditions: [JSON.Member]) -> EventMatcher {
        EventMatcher(EventExpectation(event: "library.setAuthenticationStatus", conditions: conditions, count: count))
    }

    @Test("Without a count one entry is enough, and ends the waiting")
    func atLeastOnce() {
        var matcher = matcher([.init("status", .integer(1))])
        matcher.take(status(1, 0))
        #expect(matcher.state == .open && !matcher.isDecided)
        matcher.take(status(2, 1))
        matcher.take(status(3, 1))
        #expect(matcher.state == .settled && matcher.isDecided && matcher.isMet)
        #expect(matcher.matches.map(\.id.sequence) == [2, 3] && matcher.seen == 3)
    }

    @Test("A count is exact: fewer may still match, more cannot")
    func counts() {
        var matcher = matcher(count: 1, [.init("status", .integer(1))])
        #expect(matcher.state == .open)
        matcher.take(status(1, 1))
        #expect(matcher.state == .satisfied && matcher.isDecided)
        matcher.take(status(2, 1))
        #expect(matcher.state == .exceeded && !matcher.isMet)
    }

    @Test("The absence of an event is awaited until the end")
    func never() {
        var matcher = matcher(count: 0, [])
        #expect(matcher.isMet && !matcher.isDecided)
        matcher.take(status(1, 1))
        #expect(!matcher.isMet && matcher.isDecided)
    }

    @Test(
        "Strings of a shell match numbers and Booleans; a list matches each of its elements",
        arguments: [
            (JSON.integer(1), JSON.string("1"), true), (.bool(true), "true", true), ("1", .integer(1), true),
            (.number("1.0"), .integer(1), true), (.integer(1), .bool(true), false), (.null, .null, true), (.null, "null", true),
            (.array(["news", "sports"]), "sports", true), (.array(["news"]), "sports", false), (.array([]), .null, false),
        ])
    func comparison(actual: JSON, wanted: JSON, isSame: Bool) {
        var matcher = EventMatcher(EventExpectation(event: "x", conditions: [.init("key", wanted)]))
        matcher.take(
            TimelineEntry(TimelineID(.device, 1), machineTime: 0, time: 0, event: "x", details: .object([.init("key", actual)])))
        #expect(matcher.isMet == isSame)
    }

    @Test("A detail that is missing is null")
    func missing() {
        var matcher = matcher([.init("resource", .null)])
        matcher.take(status(1, 1))
        #expect(matcher.isMet)
    }

    @Test("The nearest miss differs in the fewest details; of equals it is the newest")
    func nearest() throws {
        var matcher = matcher([.init("status", .integer(1)), .init("code", "ok")])
        matcher.take(status(1, 0, code: "bad"))
        matcher.take(status(2, 1, code: "bad"))
        matcher.take(status(3, 0, code: "ok"))
        matcher.take(status(4, 0, code: "bad"))
        let nearest = try #require(matcher.nearest)
        #expect(nearest.entry.id.sequence == 3)
        #expect(nearest.differences == [EventDifference(key: "status", wanted: .integer(1), actual: .integer(0))])
    }

    @Test("An entry of another event is near only with all the details, and after those of the event")
    func stranger() throws {
        var matcher = EventMatcher(EventExpectation(event: "library.setToken", conditions: [.init("resource", "news")]))
        func failure(_ number: Int64, _ resource: JSON) -> TimelineEntry {
            TimelineEntry(
                TimelineID(.library, number), machineTime: number, time: 0, event: "library.tokenRequestFailed",
                details: .object([.init("resource", resource)]))
        }
        matcher.take(failure(1, "sports"))
        #expect(matcher.nearest == nil)
        matcher.take(failure(2, "news"))
        #expect(matcher.nearest?.entry.id.sequence == 2 && matcher.nearest?.differences.isEmpty == true)
        matcher.take(
            TimelineEntry(
                TimelineID(.library, 3), machineTime: 3, time: 0, event: "library.setToken",
                details: .object([.init("resource", "kids")])))
        #expect(matcher.nearest?.entry.id.sequence == 3)
        matcher.take(failure(4, "news"))
        #expect(matcher.nearest?.entry.id.sequence == 3)
    }
}

@Suite("The closed list of events")
struct EventNameTests {
    @Test("Each name is listed once, with a meaning of one line")
    func names() {
        #expect(Set(EventName.all.map(\.name)).count == EventName.all.count)
        for event in EventName.all {
            #expect(!event.sources.isEmpty && event.meaning.hasSuffix(".") && !event.meaning.contains("\n"), "\(event.name)")
            #expect(Set(event.details).count == event.details.count, "\(event.name)")
        }
    }

    @Test("The device's and the service's events are those of the journals")
    func journals() {
        let daemons = EventName.all.filter { $0.sources != [.library] }
        #expect(daemons.map(\.name).sorted() == JournalEvent.allCases.map(\.rawValue).sorted())
    }

    @Test("A typo finds the name")
    func nearest() {
        #expect(EventName.nearest(to: "library.setAuthentificationStatus") == "library.setAuthenticationStatus")
        #expect(EventName.nearest(to: "acces.changed") == "access.changed")
        #expect(EventName.nearest(to: "quite something else") == nil)
    }

    @Test("Details are checked, members of details and what all entries have included")
    func details() throws {
        let metadata = try #require(EventName.named("library.setMetadataStatus"))
        #expect(metadata.accepts(detail: "metadata.zip") && metadata.accepts(detail: "application-id"))
        #expect(!metadata.accepts(detail: "status"))
        #expect(try #require(EventName.named("library.call.setOptions")).accepts(detail: "anything"))
        for name in ["service.authorized", "service.token-exchanged", "service.registration-code-created"] {
            let event = try #require(EventName.named(name))
            #expect(event.accepts(detail: "applicationProfile") && event.accepts(detail: "genericData"), "\(name)")
        }
        for event in EventName.all where event.sources.contains(.service) {
            #expect(event.accepts(detail: "node"), "\(event.name)")
        }
    }
}
