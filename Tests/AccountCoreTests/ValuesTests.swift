import AccountCore
import TVWorld
import Testing

@Suite("Values")
struct ValuesTests {
    @Test(
        "Application identifiers that are accepted",
        arguments: ["a", "com.example.player", "A-b_c.9", String(repeating: "x", count: 255)])
    func acceptedID(text: String) throws {
        #expect(try ApplicationID(text).text == text)
    }

    @Test(
        "Application identifiers that are rejected",
        arguments: [
            "", ".", "a..b", ".a", "a.", "a b", "a/b", "ä", "a\u{0}", String(repeating: "x", count: 256),
        ])
    func refusedID(text: String) {
        let error = #expect(throws: InvalidInput.self) { try ApplicationID(text) }
        #expect(error?.field == "application_id")
    }

    @Test(
        "The base name of an executable becomes an identifier",
        arguments: [
            ("/usr/bin/gdbus", "gdbus"), ("/opt/My App/c++", "c__"), ("/x/.hidden.", "_hidden_"), ("/x/a..b", "a._b"),
        ])
    func executable(path: String, id: String) throws {
        let made = try #require(ApplicationID(executable: path))
        #expect(made.text == id)
        #expect(try ApplicationID(made.text) == made)
    }

    @Test("A path without a name gives no identifier")
    func noExecutable() {
        #expect(ApplicationID(executable: "/") == nil)
    }

    @Test("VSError values are Apple's")
    func errorCodes() {
        let codes: [VSErrorCode] = [
            .accessNotGranted, .unsupportedProvider, .userCancelled, .serviceTemporarilyUnavailable, .providerRejected,
            .invalidVerificationToken, .rejected, .unsupported,
        ]
        #expect(codes.map(\.rawValue) == Array(0...7))
        #expect(codes == VSErrorCode.allCases)
    }

    @Test("Regions", arguments: [("US", "US"), ("de", "DE")])
    func region(text: String, code: String) throws {
        #expect(try Region(text).code == code)
    }

    @Test("Invalid regions", arguments: ["", "U", "USA", "1A", "ÄÖ"])
    func refusedRegion(text: String) {
        #expect(throws: InvalidInput.self) { try Region(text) }
    }

    @Test("The ring keeps the newest entries and their numbers, and counts the lost ones")
    func ring() {
        var ring = JournalRing(capacity: 3, nextSequence: 10)
        for time in 0..<5 { ring.append(JournalRecord(.deviceReset), time: Int64(time)) }
        #expect(ring.count == 3)
        let entries = ring.oldest(2)
        #expect(entries.map(\.sequence) == [11, 12, 13])
        #expect(entries.map(\.time) == [1, 2, 3])
        #expect(entries[0].record == JournalRecord(.entriesLost, details: [JournalDetail("count", .number(2))]))
        ring.removeThrough(13)
        #expect(ring.oldest(9).map(\.sequence) == [14])
        ring.removeThrough(99)
        #expect(ring.count == 0)
        ring.append(JournalRecord(.deviceReset), time: 1)
        #expect(ring.oldest(9).map(\.sequence) == [15])
    }

    @Test("No entry is missing in what is written, unless it is counted as lost", arguments: 1...20)
    func everyEntry(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ring = JournalRing(capacity: .random(in: 1...600, using: &random))
        var written: Int64 = 0
        for _ in 0..<2_000 {
            let batch = ring.oldest(.random(in: 1...64, using: &random))
            // More entries arrive while the batch is written.
            for _ in 0..<Int.random(in: 0...80, using: &random) { ring.append(JournalRecord(.deviceReset), time: 1) }
            for entry in batch {
                if case .number(let count)? = entry.record.details.first?.value { written += count - 1 }
                written += 1
                #expect(entry.sequence == written)
            }
            if let last = batch.last { ring.removeThrough(last.sequence) }
        }
        #expect(written > 0)
    }

    @Test("Names in queued answers are bounded")
    func longAnswers() throws {
        let long = String(repeating: "x", count: 1_025)
        let answer = #expect(throws: InvalidInput.self) { try ScriptedAnswer(prompt: .signIn, answer: long) }
        #expect(answer?.description == "answer: must be at most 1024 bytes")
        let provider = #expect(throws: InvalidInput.self) {
            try ScriptedAnswer(prompt: .signIn, answer: "alice", provider: long)
        }
        #expect(provider?.description == "provider: must be at most 1024 bytes")
    }

    @Test("A string is cut between two characters of Unicode, never within one")
    func shortened() {
        #expect("abc".shortened(toBytes: 3) == "abc")
        #expect("abcd".shortened(toBytes: 3) == "abc…")
        #expect("aää".shortened(toBytes: 4) == "aä…")
        #expect(String(repeating: "\u{1F600}", count: 3).shortened(toBytes: 7) == "\u{1F600}…")
    }
}
