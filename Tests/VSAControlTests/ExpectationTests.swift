import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@testable import VSAControl

@Suite("expectations of the journals")
struct ExpectationTests {
    private func line(_ event: String, _ details: String = "{}", at time: Int64 = 1) -> String {
        #"{"application-id":"com.example.player","details":\#(details),"event":"\#(event)","machine-time":\#(time),"time":0}"#
            + "\n"
    }

    /// Appends to a library's journal like a library.
    private func append(_ text: String, to path: String) throws {
        if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(fileURLWithPath: path)) }
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
    }

    private func expectation(_ status: Int64, count: Int? = nil, within: Int64 = 0) -> EventExpectation {
        EventExpectation(
            event: "library.setAuthenticationStatus", conditions: [.init("status", .integer(status))], count: count,
            withinMilliseconds: within)
    }

    @Test("a library's journal is read as it grows: incomplete lines wait, invalid entries are ignored")
    func reader() async throws {
        try await Workspace.with { workspace in
            let path = workspace.folder.path("journal.jsonl")
            var reader = LibraryJournal(path: path)
            #expect(try reader.next().isEmpty)
            let second = line("library.setToken")
            try append(line("library.call.logout") + "nonsense\n" + second.prefix(20), to: path)
            #expect(try reader.next().map(\.id.description) == ["l1"])
            try append(String(second.dropFirst(20)), to: path)
            #expect(try reader.next().map(\.id.description) == ["l3"])
            try Data(second.utf8).write(to: URL(fileURLWithPath: path))
            #expect(try reader.next().map(\.id.description) == ["l1"], "a file that became shorter is another")
            try append(line("") + line("library.status", "[1]") + line("library.status"), to: path)
            #expect(try reader.next().map(\.id.description) == ["l4"], "without a name, or with details that are no object")
        }
    }

    @Test("a late entry is awaited, and ends the waiting")
    func late() async throws {
        try await Workspace.with { workspace in
            let path = workspace.folder.path("journal.jsonl")
            try append(line("library.setAuthenticationStatus", #"{"status":0}"#), to: path)
            let run = ExpectationRun(journals: TimelineJournals(library: LibraryJournal(path: path)), beginning: .reset)
            async let matchers = run.perform([expectation(1, within: 60_000), expectation(0, count: 1)])
            try append(line("library.setAuthenticationStatus", #"{"status":1}"#), to: path)
            let results = try await matchers
            #expect(results.map(\.isMet) == [true, true])
        }
    }

    @Test("without waiting only past entries count; the nearest miss is reported")
    func missed() async throws {
        try await Workspace.with { workspace in
            let path = workspace.folder.path("journal.jsonl")
            try append(line("library.setAuthenticationStatus", #"{"status":0,"code":"x"}"#), to: path)
            let journals = TimelineJournals(library: LibraryJournal(path: path))
            let matchers = try await ExpectationRun(journals: journals, beginning: .reset).perform([expectation(1)])
            let failure = try #require(Failure.unmet(matchers))
            #expect(failure.status == .isFalse)
            #expect(
                failure.text == """
                    vsactl: expected library.setAuthenticationStatus status=1 at least once; it happened 0 times
                      nearest: l1 library.setAuthenticationStatus status=0 code=x
                        status: wanted 1, it is 0
                    """)
            let never = try await ExpectationRun(journals: journals, beginning: .reset).perform([expectation(0, count: 0)])
            #expect(Failure.unmet(never)?.text.contains("happened: l1") == true)
            let none = try await ExpectationRun(journals: journals, beginning: .now).perform([expectation(0)])
            #expect(Failure.unmet(none)?.text.contains("no other event happened either") == true)
        }
    }

    @Test("the timeline starts with each daemon's last reset, or after an entry")
    func beginnings() throws {
        func entry(_ source: TimelineSource, _ number: Int64, _ event: String = "access.checked") -> TimelineEntry {
            TimelineEntry(TimelineID(source, number), machineTime: number, time: 0, event: event)
        }
        let entries = TimelineEntry.merged([
            [entry(.device, 1), entry(.device, 4, "device.reset"), entry(.device, 6)],
            [entry(.service, 2), entry(.service, 5, "service.reset"), entry(.service, 7)],
            [entry(.library, 3), entry(.library, 8)],
        ])
        let sinceReset = try ExpectationRun.relevant(entries, .reset).map(\.id.description)
        #expect(sinceReset == ["d4", "s5", "d6", "s7", "l8"])
        #expect(
            try ExpectationRun.relevant(entries, .entry(TimelineID(.service, 5))).map(\.id.description) == ["d6", "s7", "l8"])
        #expect(throws: Failure.self) { try ExpectationRun.relevant(entries, .entry(TimelineID(.device, 99))) }
        #expect(try ExpectationRun.relevant(entries, .now).isEmpty)
    }

    @Test("other journals decide where the timeline of a library's events starts")
    func landmarks() {
        #expect(ExpectationRun.Beginning.reset.landmarks(for: [.library]) == [.device, .service])
        #expect(ExpectationRun.Beginning.reset.landmarks(for: [.service]).isEmpty)
        #expect(ExpectationRun.Beginning.entry(TimelineID(.device, 7)).landmarks(for: [.library]) == [.device])
        #expect(ExpectationRun.Beginning.now.landmarks(for: [.library]).isEmpty)
    }

    @Test("wrong events and details end with 10 and the nearest name, wrong words with 64")
    func usage() async {
        #expect(await Program.run(["expect", "library.setAuthentificationStatus"]) == 10)
        #expect(await Program.run(["expect", "library.setAuthenticationStatus", "stats=1"]) == 10)
        for words in [["expect"], ["expect", "access.checked", "x"], ["expect", "access.checked", "=1"]] {
            #expect(await Program.run(words) == 64, "\(words)")
        }
        #expect(await Program.run(["expect", "access.checked", "--since", "x9"]) == 64)
        #expect(await Program.run(["expect", "access.checked", "--count", "-1"]) == 64)
    }
}
