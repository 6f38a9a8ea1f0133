import Synchronization
import Testing

@testable import TVWorld

@Suite("The faults of a daemon")
struct FaultBoardTests {
    /// An empty board, whose delays never end by themselves.
    private static func board(_ side: FaultPoint.Side) -> FaultBoard { FaultBoard(side: side) { _, _ in {} } }

    private func hanging(_ id: String = "", at point: FaultPoint) -> FaultRecord {
        var record = FaultRecord(id: id, at: point.rawValue)
        record.hang = true
        return record
    }

    @Test("the device generates no name twice; the service reuses free ones")
    func names() throws {
        for (side, point, third) in [
            (FaultPoint.Side.device, FaultPoint.access, "device-fault-3"), (.service, .configuration, "service-fault-1"),
        ] {
            let board = Self.board(side)
            let names = try (1...2).map { _ in try board.add(hanging(at: point), now: 0).fault.id }
            #expect(names == ["\(side.rawValue)-fault-1", "\(side.rawValue)-fault-2"])
            _ = board.remove("\(side.rawValue)-fault-1")
            #expect(try board.add(hanging(at: point), now: 0).fault.id == third)
        }
    }

    @Test("adding the same fault again is success at the device only")
    func repeating() throws {
        let device = Self.board(.device)
        #expect(try device.add(hanging("a", at: .access), now: 0).isNew)
        #expect(try !device.add(hanging("a", at: .access), now: 5).isNew)
        #expect(throws: FaultProblem.duplicate("a")) { try device.add(hanging("a", at: .metadata), now: 0) }
        let service = Self.board(.service)
        _ = try service.add(hanging("a", at: .configuration), now: 0)
        #expect(throws: FaultProblem.duplicate("a")) { try service.add(hanging("a", at: .configuration), now: 0) }
    }

    @Test(
        "a point releases the calls that its faults hold; at the device also those that a fault at every point holds there",
        .timeLimit(.minutes(5)))
    func release() async throws {
        for (side, every, point) in [
            (FaultPoint.Side.device, FaultPoint.device, FaultPoint.access), (.service, .service, .configuration),
        ] {
            let board = Self.board(side)
            _ = try board.add(hanging("all", at: every), now: 0)
            async let hanging = board.hold(.init(id: "all", effect: .hang, delay: 0), at: point)
            async let delayed = board.hold(.init(id: "all", effect: .none, delay: 5), at: point)
            for await count in board.waitingCounts() where count == 2 { break }
            #expect(board.records(now: 0)[0].waiting == (side == .device ? 2 : 1))
            #expect(board.release("other") == nil)
            #expect(board.release(point.rawValue)?.count == (side == .device ? 1 : nil))
            #expect(board.release("all")?.count == (side == .device ? 0 : 1))
            #expect(await hanging)
            #expect(board.records(now: 0)[0].waiting == (side == .device ? 1 : 0))
            #expect(board.remove(nil).map(\.id) == ["all"])
            #expect(await delayed)
            #expect(await board.hold(.init(id: "all", effect: .hang, delay: 0), at: point))
        }
    }

    @Test(
        "an invalid fault is rejected for its reason",
        arguments: [
            ("nowhere", "", .point("nowhere")), ("service.any", "hang", .point("service.any")), ("vsa.access", "", .noEffect),
            ("vsa.access", "error=Regected", .unknownError("Regected", at: .access)),
            ("vsa.saml", "saml=late", .unknownSAML("late")), ("vsa.access", "saml=expired", .misplacedSAML(.access)),
            ("vsa.access", "status", .misplacedStatus), ("vsa.saml", "hang saml=expired", .severalEffects([.saml, .hang])),
            ("vsa.access", "hang id=a/b", .name), ("vsa.access", "hang id=.", .name), ("vsa.access", "hang id=..", .name),
            ("vsa.access", "hang applicationId=a..b", .application("a..b")),
            ("vsa.access", "delay", .outOfRange(.delay)), ("vsa.access", "hang percent", .outOfRange(.percent)),
            ("vsa.access", "bandwidth=9", .misplacedBandwidth(.access)), ("vsa.access", "hang for", .outOfRange(.duration)),
        ] as [(String, String, FaultProblem)])
    func problems(point: String, members: String, problem: FaultProblem) throws {
        var record = FaultRecord(id: "a", at: point)
        for member in members.split(separator: " ") {
            let parts = member.split(separator: "=").map(String.init)
            let field = try #require(FaultField(rawValue: parts[0]))
            switch record[field] {
            case .text: record[field] = .text(parts[1])
            case .flag: record[field] = .flag(true)
            case .number: record[field] = .number(parts.count > 1 ? Int64(parts[1]) : -1)
            }
        }
        #expect(throws: problem) { try Fault(record, at: .device) }
    }

    @Test("every member is written and read, and a record of a valid fault is valid")
    func members() throws {
        var record = FaultRecord()
        for field in FaultField.allCases {
            #expect(!record.gives(field), "\(field)")
            switch record[field] {
            case .text: record[field] = .text(field.rawValue)
            case .flag: record[field] = .flag(true)
            case .number: record[field] = .number(7)
            }
            #expect(record.gives(field), "\(field)")
        }
        #expect(record.members().map(\.key) == FaultField.allCases.map(\.rawValue))
        #expect(JSON.object(record.members([.id, .times, .hang])).serialized == #"{"id":"id","times":7,"hang":true}"#)
        let fault = Fault(
            id: "f", point: .authorize, application: "com.example.news", effect: .status(503), delay: 5, jitter: 6,
            bandwidth: 11, after: 7, times: 8, percent: 12, from: 9, duration: 10)
        #expect(try Fault(FaultRecord(fault), at: .service) == fault)
        #expect(FaultRecord(fault).effect == "status 503")
    }

    @Test("the number of affected calls has a total only after the first matching call")
    func struckText() {
        var record = FaultRecord(id: "a", at: "service.any")
        #expect(record.struckText == "0")
        record.seen = 3
        #expect(record.struckText == "0 of 3")
        record.struck = 1
        #expect(record.struckText == "1 of 3")
    }

    @Test("every preset is a valid fault with an explanation")
    func presets() throws {
        for preset in FaultPreset.allCases {
            var fault = preset.fault
            fault.id = preset.rawValue
            #expect(try FaultRecord(Fault(fault, at: .service)) == fault)
            #expect(!preset.label.isEmpty && !preset.explanation.isEmpty)
        }
    }

    @Test(
        "a call waits until its time is over, its fault is released or removed, or its caller has left", .timeLimit(.minutes(5)))
    func waiting() async throws {
        let timers = Mutex<[@Sendable () -> Void]>([])
        let board = FaultBoard(side: .device) { _, end in
            timers.withLock { $0.append(end) }
            return {}
        }
        let ends: [(FaultTable.Strike, end: @Sendable () -> Void, goesOn: Bool)] = [
            (.init(id: "a", effect: .none, delay: 5), { for end in timers.withLock({ $0 }) { end() } }, true),
            (.init(id: "a", effect: .hang, delay: 0), { _ = board.release("a") }, true),
            (.init(id: "a", effect: .hang, delay: 0), { _ = board.remove(nil) }, true),
            (.init(id: "a", effect: .hang, delay: 0), { board.leave("owner") }, false),
        ]
        for (strike, end, goesOn) in ends {
            _ = try board.add(hanging("a", at: .access), now: 0)
            let (begun, continuation) = AsyncStream.makeStream(of: UInt64.self)
            async let result = board.hold(strike, at: .access, owner: "owner") { continuation.yield($0) }
            for await _ in begun { break }
            end()
            #expect(await result == goesOn)
            #expect(board.records(now: 0).allSatisfy { $0.waiting == 0 })
        }
        _ = try board.add(hanging("a", at: .access), now: 0)
        let cancelled = Task { await board.hold(ends[1].0, at: .access) }
        cancelled.cancel()
        #expect(await !cancelled.value)
    }
}
