import TVWorld
import Testing

@testable import EntitlementService

@Suite("The journal's memory")
struct JournalPagesTests {
    private static let texts = [
        "", "ok", "2f6a1f0e-6f0c-4b0e-9d57-0c8d1f4e3a21", "2F6A1F0E-6F0C-4B0E-9D57-0C8D1F4E3A21",
        "2f6a1f0e-6f0c-4b0e-9d57-0c8d1f4e3a2g", "2f6a1f0e66f0c-4b0e-9d57-0c8d1f4e3a21", "0123456789abcdef",
        "0123456789abcde", "0123456789ABCDEF", "0123456789abcdef0", String(repeating: "af09", count: 62), "é",
        String(repeating: "-", count: 36), "0123456789abcdeé",
    ]

    private func entry(_ number: Int64, _ random: inout SeededGenerator) -> Journal.Entry {
        var details: [String: String] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            // More names than can have a number.
            let name = "name \(Int.random(in: 0..<400, using: &random))"
            details[name] = Self.texts.randomElement(using: &random)
        }
        return Journal.Entry(
            sequence: number, time: Int64.random(in: .min ... .max, using: &random), machineTime: number,
            event: JournalEvent.allCases.randomElement(using: &random) ?? .reset,
            requestID: "\(number / 2) " + (Self.texts.randomElement(using: &random) ?? ""),
            correlation: Self.texts.randomElement(using: &random) ?? "", outcome: "ok", details: details)
    }

    @Test("a random walk reads the newest entries as they were written", arguments: [1, 3, 200, 2_000])
    func randomWalk(limit: Int) throws {
        var random = SeededGenerator(seed: 9)
        var pages = JournalPages(limit: limit, next: 5)
        var written: [Journal.Entry] = []
        for number in Int64(5)..<6_000 {
            let next = entry(number, &random)
            pages.append(next)
            written.append(next)
            if written.count > limit { written.removeFirst() }
            #expect(pages.next == number + 1 && pages.first == written[0].sequence)
            let some = try #require(written.randomElement(using: &random))
            guard pages[some.sequence] == some, pages[number] == next else {
                Issue.record("entry \(some) or \(next)")
                return
            }
            if number % 500 == 0 {
                #expect(pages.entries(of: some.requestID) == written.filter { $0.requestID == some.requestID })
            }
        }
        pages.removeAll(next: 10_000)
        #expect(pages.first == 10_000 && pages.entries(of: "ok").isEmpty)
        pages.append(entry(10_000, &random))
        #expect(pages.first == 10_000 && pages[10_000].sequence == 10_000)
    }
}
