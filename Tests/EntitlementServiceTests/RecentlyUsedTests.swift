import TVWorld
import Testing

@testable import EntitlementService

@Suite("A table of limited size")
struct RecentlyUsedTests {
    @Test("a value that is used stays longer than others, and what is removed makes room")
    func secondChance() {
        var table = RecentlyUsed<Int, String>(limit: 30)
        for key in 1...3 { table.keep("\(key)", of: key, room: 10) }
        #expect(table.value(2) == "2")
        table.keep("4", of: 4, room: 10)
        table.keep("5", of: 5, room: 10)
        #expect([1, 2, 3, 4, 5].filter { table.value($0) != nil }.count == 3 && table.value(2) == "2")
        table.remove(2)
        table.keep("6", of: 6, room: 10)
        #expect(table.value(2) == nil && table.value(5) == "5" && table.value(6) == "6")
        // One that needs more than the limit is kept alone.
        table.keep("7", of: 7, room: 100)
        #expect((1...7).filter { table.value($0) != nil } == [7])
    }

    @Test("a value that is used and then replaced stays longer than others")
    func replacement() {
        var table = RecentlyUsed<Int, String>(limit: 30)
        for key in 1...3 { table.keep("\(key)", of: key, room: 10) }
        #expect(table.value(2) == "2")
        table.keep("two", of: 2, room: 10)
        table.keep("4", of: 4, room: 10)
        #expect(table.value(2) == "two" && table.value(3) == nil)
    }

    @Test("a random walk finds the last value of a key or none, and never more than the limit")
    func randomWalk() {
        var random = SeededGenerator(seed: 4)
        var table = RecentlyUsed<Int, Int>(limit: 1_000)
        var written: [Int: (value: Int, room: Int)] = [:]
        for step in 0..<100_000 {
            let key = Int.random(in: 0..<200, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let room = Int.random(in: 1...60, using: &random)
                table.keep(step, of: key, room: room)
                written[key] = (step, room)
            case 1 where step % 7 == 0:
                table.remove(key)
                written[key] = nil
            default:
                if let value = table.value(key) {
                    guard value == written[key]?.value else {
                        Issue.record("step \(step): key \(key) has \(value)")
                        return
                    }
                } else {
                    written[key] = nil
                }
            }
            guard step % 500 == 0 else { continue }
            let kept = written.filter { table.value($0.key) != nil }
            #expect(kept.values.reduce(0) { $0 + $1.room } <= 1_000 && kept.count > 10 || step < 500)
        }
    }
}
