import Testing

@testable import TVWorld

@Suite("Which calls a fault affects")
struct FaultTableTests {
    /// A table with faults that were added at time 0.
    private func table(_ faults: Fault...) throws -> FaultTable {
        var table = FaultTable()
        for fault in faults { try table.add(fault, now: 0) }
        return table
    }

    /// The names of the faults that affect calls at one point, one second after the other.
    private func strikes(
        _ table: inout FaultTable, at point: FaultPoint = .metadata, application: String? = "com.example.player",
        seconds: Range<Int64>
    ) -> [String?] {
        seconds.map { table.strike(at: point, application: application, now: $0 * 1_000) { $0 }?.id }
    }

    @Test("A fault affects calls after a number of calls, a number of times")
    func counts() throws {
        var table = try table(Fault(id: "a", point: .metadata, effect: .error("Rejected"), after: 2, times: 2))
        #expect(strikes(&table, seconds: 0..<6) == [nil, nil, "a", "a", nil, nil])
        #expect(table.entries[0].seen == 6 && table.entries[0].struck == 2)
        #expect(table.entries[0].isUsedUp(now: 0))
    }

    @Test("A fault with a window affects calls inside it")
    func windows() throws {
        var table = try table(Fault(id: "a", point: .metadata, effect: .hang, from: 2, duration: 3))
        #expect(strikes(&table, seconds: 0..<7) == [nil, nil, "a", "a", "a", nil, nil])
        #expect(table.entries[0].isUsedUp(now: 5_000) && !table.entries[0].isUsedUp(now: 4_999))
    }

    @Test("A fault of an app affects that app, one without affects all")
    func applications() throws {
        var table = try table(
            Fault(id: "theirs", point: .metadata, application: "com.example.news", effect: .disconnect),
            Fault(id: "all", point: .metadata, effect: .hang))
        #expect(strikes(&table, seconds: 0..<1) == ["all"])
        #expect(strikes(&table, application: "com.example.news", seconds: 0..<1) == ["theirs"])
        #expect(strikes(&table, application: nil, seconds: 0..<1) == ["all"])
    }

    @Test("The first due fault affects a call, the next one when it is used up")
    func order() throws {
        var table = try table(
            Fault(id: "first", point: .metadata, effect: .hang, times: 1),
            Fault(id: "second", point: .metadata, effect: .disconnect))
        #expect(strikes(&table, seconds: 0..<3) == ["first", "second", "second"])
    }

    @Test("A fault at every point affects each point of its daemon")
    func everyPoint() throws {
        var table = try table(Fault(id: "all", point: .device, effect: .hang))
        for point in FaultPoint.allCases {
            let strike = table.strike(at: point, application: nil, now: 0) { $0 }
            #expect((strike != nil) == (point.side == .device), "\(point)")
        }
    }

    @Test("The delay is the fault's, plus a random part of its jitter")
    func delay() throws {
        var table = try table(Fault(id: "slow", point: .access, delay: 1_200, jitter: 300))
        var asked: [Int64] = []
        let strike = table.strike(at: .access, application: nil, now: 0) { limit in
            asked.append(limit)
            return 41
        }
        #expect(strike == FaultTable.Strike(id: "slow", effect: .none, delay: 1_241))
        #expect(asked == [300])
    }

    @Test("A percentage of the calls is affected, approximately: the same ones for a name, others for another")
    func percentage() throws {
        func struck(_ id: String, _ percent: Int?, of calls: Int64 = 1_000) throws -> [Bool] {
            var table = try self.table(Fault(id: id, point: .metadata, effect: .hang, percent: percent))
            return strikes(&table, seconds: 0..<calls).map { $0 != nil }
        }
        for percent in [1, 30, 50, 99] {
            let calls = try struck("flaky", percent)
            #expect(try struck("flaky", percent) == calls)
            #expect(try struck("other", percent) != calls)
            #expect(abs(calls.count { $0 } - 10 * percent) < 50, "\(percent) %: \(calls.count { $0 }) of 1000")
        }
        #expect(try struck("flaky", 100).allSatisfy { $0 } && struck("flaky", nil).allSatisfy { $0 })
        var table = try table(
            Fault(id: "flaky", point: .metadata, effect: .hang, after: 5, times: 3, percent: 30),
            Fault(id: "rest", point: .metadata, effect: .disconnect))
        let all = strikes(&table, seconds: 0..<100)
        #expect(all.prefix(5).allSatisfy { $0 == "rest" } && all.count { $0 == "flaky" } == 3 && !all.contains(nil))
    }

    @Test("Names are unique, and their number is limited")
    func refusals() throws {
        var table = try table(Fault(id: "a", point: .access))
        #expect(throws: FaultProblem.duplicate("a")) { try table.add(Fault(id: "a", point: .metadata), now: 0) }
        for number in 1..<FaultTable.limit { try table.add(Fault(id: "\(number)", point: .access), now: 0) }
        #expect(throws: FaultProblem.full(limit: FaultTable.limit)) {
            try table.add(Fault(id: "more", point: .access), now: 0)
        }
        #expect(table.remove { $0.point == .access }.count == FaultTable.limit)
        #expect(table.isEmpty)
    }
}
