import DBus
import Synchronization
import Testing
import VSATesting

@testable import AccountService

@Suite("Who may load, and who waits for it")
struct LoadLineTests {
    private static let first: BusName = ":1.1"
    private static let second: BusName = ":1.2"
    private static let third: BusName = ":1.3"

    @Test("One loads, its own calls get in, all others wait in the order in which they came")
    func order() {
        var line = LoadLine()
        #expect(line.enter(Self.first, for: .load) == .granted(1))
        #expect(line.enter(Self.first, for: .call) == .inside)
        #expect(line.enter(Self.first, for: .load) == .inside)
        #expect(line.enter(Self.second, for: .load) == .waits(2))
        #expect(line.enter(Self.third, for: .call) == .waits(3))
        #expect(line.leave(1)?.ticket == 2)
        #expect(line.enter(Self.second, for: .call) == .inside)
        #expect(line.leave(1) == nil)
        #expect(line.leave(2)?.caller == Self.third)
        // A single call is none that lets others in.
        #expect(line.enter(Self.third, for: .call) == .waits(4))
        #expect(line.leave(3)?.ticket == 4)
        #expect(line.leave(4) == nil && line.holder == nil)
        #expect(line.enter(Self.first, for: .call) == .granted(5))
    }

    @Test("A load that is put out keeps the turn until it has been taken back, and nothing more of it gets in")
    func closing() {
        var line = LoadLine()
        #expect(line.close { $0.caller == Self.first } == nil)
        _ = line.enter(Self.first, for: .load)
        #expect(line.close { $0.caller == Self.second } == nil)
        #expect(line.enter(Self.second, for: .load) == .waits(2))
        #expect(line.close { $0.caller == Self.first } == 1)
        // It took too long, and leaves the bus at the same moment: once is enough.
        #expect(line.close { $0.caller == Self.first } == nil)
        #expect(line.enter(Self.first, for: .call) == .waits(3))
        #expect(line.leave(1)?.ticket == 2)
        #expect(line.close { $0.ticket == 3 } == nil)
    }

    @Test("Whoever waits no more is not served, and a full line takes nobody")
    func leaving() {
        var line = LoadLine()
        _ = line.enter(Self.first, for: .call)
        for ticket in 2...UInt64(LoadLine.limit + 1) { #expect(line.enter(Self.second, for: .load) == .waits(ticket)) }
        #expect(line.enter(Self.third, for: .load) == .refused)
        #expect(line.withdraw { $0.caller == Self.second }.count == LoadLine.limit)
        #expect(line.enter(Self.third, for: .load) != .refused)
        #expect(line.leave(1)?.caller == Self.third)
    }

    @Test("Who waits too long is refused, and the line goes on without it")
    func limits() async throws {
        let (passed, time) = AsyncStream.makeStream(of: Void.self)
        // The first limit passes when the test says so, the others never.
        let isFirst = Mutex(true)
        let turns = LoadTurns { pause in
            let waits = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            if case .turn = pause, waits { for await _ in passed { return } }
            try? await Task.sleep(for: .seconds(3_600))
        }
        let ticket = try #require(try await turns.enter(Self.first, for: .load))
        time.yield()
        await #expect(throws: LoadRefusal.anotherLoad) { _ = try await turns.enter(Self.second, for: .load) }
        turns.leave(ticket)
        #expect(try await turns.enter(Self.third, for: .call) != nil)
    }
}
