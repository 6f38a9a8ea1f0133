import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TVWorld
import Testing

@testable import EntitlementService

@Suite("The dashboard's events")
struct EventStreamTests {
    @Test("the SAML of each step is shown readable, its signatures masked, and found by its request")
    func messages() async throws {
        let fixture = try await Fixture()
        try await fixture.test { client in
            try await client.signInAgain()
            let page = try await client.get("/dashboard/live").text
            #expect(page.contains("SAML AuthnRequest sent") && page.contains("SAML Response received"))
            #expect(page.contains("u-1001-alice") && page.contains("characters, masked)"))
            let entry = try #require(fixture.environment.engine.journal.entries(after: 0).last { $0.event == .samlMessage })
            let signature = try #require(entry.document?.components(separatedBy: "SignatureValue>").dropFirst().first)
            #expect(signature.count > 300 && !page.contains(signature.prefix(40)))
            let one = try await client.get("/dashboard/requests/\(entry.requestID)").text
            #expect(
                one.contains("token exchanged") && one.contains("SAML Response received") && !one.contains("AuthnRequest sent"))
            #expect(try await client.get("/dashboard/requests/nobody").status == 404)
        }
    }

    @Test("the stream continues after the last event that was seen")
    func lastEventID() async throws {
        try await Fixture().test { client in
            for _ in 0..<3 { _ = try await client.administer(.post, "reset") }
            func numbers(_ uri: String, lastEventID: String? = nil) async throws -> [String] {
                var headers: HTTPFields = [:]
                headers[.lastEventID] = lastEventID
                let answer = try await client.send(.get, uri, headers: headers)
                #expect(answer.status == 200 && answer.headers[.contentType] == "text/event-stream; charset=utf-8")
                #expect(answer.text.hasPrefix("retry: 2000\n\n"))
                return answer.text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
            }
            #expect(try await numbers("/dashboard/events?after=0") == ["s1", "s2", "s3"])
            #expect(try await numbers("/dashboard/events?after=0", lastEventID: "s2") == ["s3"])
            #expect(try await numbers("/dashboard/events") == [])
            #expect(try await numbers("/dashboard/events?after=0&text=nothing") == [])
            // Numbers of an earlier run of the service, and numbers that were never sent.
            #expect(try await numbers("/dashboard/events", lastEventID: "s900") == ["s1", "s2", "s3"])
            #expect(try await numbers("/dashboard/events", lastEventID: "-1") == [])
            #expect(try await numbers("/dashboard/events", lastEventID: "9223372036854775807") == ["s1", "s2", "s3"])
            #expect(try await numbers("/dashboard/events", lastEventID: "x") == [])
        }
    }

    /// Returns what is sent to a viewer who has not received anything.
    private static func sent(
        _ journal: Journal, stays: Bool, isAdmitted: @escaping @Sendable () async throws -> Bool
    ) async throws -> String {
        let viewer = EventViewer(
            journal: journal, dashboard: Dashboard(access: DashboardAccess(token: "right", adminToken: "other right")),
            filter: EventFilter(nil), followsDevice: false, position: "s0", stays: stays, isAdmitted: isAdmitted)
        let sent = SentText()
        var writer: any ResponseBodyWriter = sent
        try await viewer.send(to: &writer)
        return sent.text
    }

    @Test("a viewer whose access cannot be checked does not receive anything", arguments: [true, false])
    func failedCheck(stays: Bool) async throws {
        let journal = Journal(limit: 10)
        journal.append(time: 0, event: .reset, requestID: "", outcome: "ok", details: [:])
        #expect(try await Self.sent(journal, stays: stays, isAdmitted: { throw UnreachableStore() }) == "retry: 2000\n\n")
    }

    @Test("a viewer receives nothing while the store cannot be reached, and the events afterwards")
    func interruptedCheck() async throws {
        let journal = Journal(limit: 10)
        let checks = Mutex(0)
        let text = try await Self.sent(journal, stays: true) {
            let check = checks.withLock { count in
                count += 1
                return count
            }
            // Each entry wakes the viewer again.
            journal.append(time: 0, event: .reset, requestID: "", outcome: "ok", details: [:])
            if check == 1 { throw StoreFailure(.unreachable, "away") }
            return check == 2
        }
        #expect(text.hasPrefix("retry: 2000\n\n:\n\nid: "))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("id: ") }.count == 2)
    }

    private struct UnreachableStore: Error {}

    private final class SentText: ResponseBodyWriter, Sendable {
        private let sent = Mutex("")

        var text: String { sent.withLock { $0 } }

        func write(_ buffer: ByteBuffer) async throws { sent.withLock { $0 += String(buffer: buffer) } }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    @Test("journal, live page and stream of each node show the events of all nodes in one order, with the nodes' names")
    func nodes() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let first = try await Fixture(store: place.openPostgreSQL(nodeName: "first"))
            let second = try await Fixture(store: place.openPostgreSQL(nodeName: "second"))
            try await first.test { one in
                try await second.test { two in
                    for client in [one, two, two, one, two] {
                        _ = try await client.statement()
                        // Its event precedes those of later calls.
                        try await client.fixture.environment.engine.exchange()
                    }
                    for client in [one, two] {
                        try await Self.checkNodes(client, ["first", "second", "second", "first", "second"])
                    }
                }
            }
        }
    }

    private static func checkNodes(_ client: Client, _ nodes: [String]) async throws {
        func shown(_ page: String) -> [String] {
            page.matches(of: /<dt>node<\/dt><dd>([a-z]+)<\/dd>/).map { String($0.output.1) }
        }
        let entries = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        #expect(entries.compactMap { $0["details"]?["node"]?.text } == nodes)
        #expect(entries.compactMap { $0["sequence"]?.integer } == [1, 2, 3, 4, 5])
        let live = try await client.get("/dashboard/live").text
        #expect(shown(live) == Array(nodes.reversed()))
        let stream = try await client.get("/dashboard/events?after=0").text
        #expect(shown(stream) == nodes)
    }

    @Test("older events are on the next page, and a word filters")
    func paging() async throws {
        try await Fixture().test { client in
            for _ in 0..<60 { _ = try await client.administer(.post, "reset") }
            let first = try await client.get("/dashboard/live").text
            #expect(
                first.contains("id=\"event-s60\"") && first.contains("id=\"event-s11\"") && !first.contains("id=\"event-s10\""))
            let link = try #require(first.firstMatch(of: /href="(\/dashboard\/live\?before=[0-9]+\.s11)"/)).output.1
            let second = try await client.get(String(link)).text
            #expect(
                second.contains("id=\"event-s10\"") && !second.contains("id=\"event-s11\"") && !second.contains("rel=\"next\""))
            #expect(try await client.get("/dashboard/live?text=register").text.contains("id=\"event-s1\"") == false)
            #expect(try await client.get("/dashboard/live?before=x&text=%00%ff").status == 200)
        }
    }

    @Test("a page without events says whether nothing has happened, or nothing matches the filter")
    func noEvents() async throws {
        try await Fixture().test { client in
            #expect(try await client.get("/dashboard/live").text.element(id: "no-events") == "Nothing has happened yet.")
            _ = try await client.administer(.post, "reset")
            #expect(try await client.get("/dashboard/live").text.element(id: "no-events") == nil)
            #expect(try await client.get("/dashboard/live?text=nowhere").text.element(id: "no-events") == "No events match.")
        }
    }

    @Test("the journal keeps a bounded number of messages of bounded size")
    func bounds() {
        let journal = Journal(limit: 10_000)
        for index in 0..<300 {
            journal.append(
                time: 0, event: .samlMessage, requestID: "\(index)", outcome: "sent", details: [:], document: "<a>\(index)</a>")
        }
        let kept = journal.entries(after: 0).filter { $0.document != nil }
        #expect(kept.count == Journal.documentLimit && kept.last?.document == "<a>299</a>")
        journal.append(
            time: 0, event: .samlMessage, requestID: "", outcome: "sent", details: [:],
            document: String(repeating: "a", count: Journal.documentSize + 1))
        #expect(journal.entries(after: 300).map(\.document) == [nil])
        for _ in 0..<12_000 { journal.append(time: 0, event: .reset, requestID: "", outcome: "ok", details: [:]) }
        #expect(journal.entries(after: 12_299).map(\.sequence) == [12_300, 12_301])
        #expect(journal.entries(after: 0, limit: 1).count == 1 && journal.entries(after: .max).isEmpty)
        #expect(journal.entries(after: -5).map(\.sequence) == Array(2_302...12_301))
        let none = Journal(limit: 0)
        none.append(time: 0, event: .reset, requestID: "a", outcome: "ok", details: [:])
        #expect(none.entries(after: 0).isEmpty && none.entries(of: "a").isEmpty && none.latest == 1)
    }

    @Test("an entry is read from the journal as it was written, long strings cut at a character")
    func packing() {
        let journal = Journal(limit: 3)
        let details = [
            "": "", "name": "välue\0", "long": String(repeating: "ä", count: 300), "odd": "x" + String(repeating: "€", count: 90),
        ]
        for number in 0..<5 {
            journal.append(time: 7, event: .authorized, requestID: "r\(number)", outcome: "ok", details: details)
        }
        let entry = journal.entries(of: "r4")
        #expect(entry.count == 1 && entry[0].sequence == 5 && entry[0].time == 7 && entry[0].event == .authorized)
        #expect(entry.first?.details[""] == "" && entry.first?.details["name"] == "välue\0" && entry.first?.outcome == "ok")
        #expect(entry.first?.details["long"] == String(repeating: "ä", count: 128))
        #expect(entry.first?.details["odd"] == "x" + String(repeating: "€", count: 85))
        #expect(journal.entries(of: "r1").isEmpty && journal.entries(of: "r").isEmpty)
        journal.append(time: 8, event: .reset, requestID: "", outcome: "", details: [:])
        #expect(journal.entries(after: 5).first?.details.isEmpty == true && journal.entries(after: 0).count == 3)
    }

    @Test("followers are woken by new events, and removed when they leave")
    func followers() async {
        let journal = Journal(limit: 10_000)
        let (wakes, waker) = journal.wakes.follow()
        for _ in 0..<100 { journal.append(time: 0, event: .reset, requestID: "", outcome: "ok", details: [:]) }
        var iterator = wakes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        waker.finish()
        #expect(await iterator.next() == nil)
        #expect(journal.wakes.count == 0)
    }

    @Test(
        "an unreadable message is not shown verbatim",
        arguments: ["", "no XML", "<a><b></a>", "<a", "<a attribute='>", "<a/>text", "<a>" + String(repeating: "<b>", count: 70)])
    func unreadable(xml: String) {
        #expect(SAMLText.readable(xml) == "(\(xml.utf8.count) bytes that are not well-formed XML)")
    }

    @Test("a readable message is indented, and its secrets are masked")
    func readable() {
        let xml = """
            <?xml version="1.0"?><p:R xmlns:p="x"><A b="&lt;>">text</A><E/><!-- > --><ds:SignatureValue> c2Vj\ncmV0 </ds:SignatureValue>\
            <Attribute Name="sessionToken"><AttributeValue>abc</AttributeValue></Attribute>\
            <Attribute Name="zip"><AttributeValue>10001</AttributeValue></Attribute></p:R>
            """
        #expect(
            SAMLText.readable(xml) == """
                <?xml version="1.0"?>
                <p:R xmlns:p="x">
                  <A b="&lt;>">text</A>
                  <E/>
                  <!-- > -->
                  <ds:SignatureValue>••• (8 characters, masked)</ds:SignatureValue>
                  <Attribute Name="sessionToken">
                    <AttributeValue>••• (3 characters, masked)</AttributeValue>
                  </Attribute>
                  <Attribute Name="zip">
                    <AttributeValue>10001</AttributeValue>
                  </Attribute>
                </p:R>
                """)
    }
}
