import ProjectTesting
import Testing

@testable import DBus

@Suite("Memory for waiting calls", .echo, .timeLimit(.minutes(5)))
struct CallRoomTests {
    @Test("Six calls of 30 MiB on a new connection delay no other caller: they are rejected before they are stored")
    func hugeCallsOfAFreshConnection() async throws {
        var patient = ConnectionOptions()
        patient.outgoingByteLimit = 256 << 20
        let attacker = try await bus.connect(patient)
        let attacking = attacker.uniqueName
        let asked = Recorder<BusName>()
        // Like a service that queries the caller's identity from the bus: the reply has to arrive.
        await service.setGate { [weak service] sender in
            guard sender == attacking else { return nil }
            return Task { [weak service] in
                asked.record(sender)
                _ = try? await service?.credentials(of: sender)
            }
        }
        let huge = BusVariant([UInt8](repeating: 7, count: 30 << 20))
        let attack = InterfaceProxy.echo(attacker, service.uniqueName)
        let calls = (0..<6).map { _ in
            Task { await failure { try await attack.call("EchoAny", huge, timeout: nil) } as? RemoteError }
        }
        for call in calls { #expect(await call.value?.name == .limitsExceeded) }
        #expect(asked.events.isEmpty)
        #expect(try await attack.call("Echo", "small").decode(as: String.self) == "small")
        #expect(try await proxy.call("Echo", "honest").decode(as: String.self) == "honest")
    }

    @Test("50 connections that use all the room for large calls do not prevent others from calling")
    func fiftyConnections() async throws {
        let gate = Gate()
        let honest = proxy.connection.uniqueName
        let newcomer = try await bus.connect()
        let known: Set<BusName?> = [honest, newcomer.uniqueName]
        await service.setGate { sender in
            if known.contains(sender) { return nil }
            return Task { await gate.pass() }
        }
        let megabyte = BusVariant([UInt8](repeating: 7, count: 1 << 20))
        let results = Recorder<ErrorName?>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                let attack = InterfaceProxy.echo(try await bus.connect(), service.uniqueName)
                for _ in 0..<6 {
                    group.addTask {
                        results.record(await errorName { try await attack.call("EchoAny", megabyte, timeout: nil) })
                    }
                }
            }
            // Unknown processes count as one: less than 4 MiB wait, the rest is rejected at once.
            for _ in 0..<297 { #expect(try await results.next("refusal") == .limitsExceeded) }
            for number in 0..<100 {
                #expect(try await proxy.call("Echo", "\(number)").decode(as: String.self) == "\(number)")
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(results.events.count { $0 == nil } == 3)
        // All of the room is free again.
        try await proxy.call("EchoAny", BusVariant([UInt8](repeating: 7, count: 3 << 20)))
    }

    @Test("Calls of up to 64 KiB wait in 256 KiB for each sender, in addition to its large ones")
    func smallCalls() async throws {
        let gate = Gate()
        await service.setGate { _ in return Task { await gate.pass() } }
        let small = String(repeating: "x", count: 60 * 1_024)
        let results = Recorder<ErrorName?>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for size in [3 << 20, 2 << 20] {
                let large = BusVariant([UInt8](repeating: 7, count: size))
                group.addTask { results.record(await errorName { try await proxy.call("EchoAny", large) }) }
            }
            #expect(try await results.next("refusal of one of the large calls") == .limitsExceeded)
            for _ in 0..<6 {
                group.addTask { results.record(await errorName { try await proxy.call("Echo", small) }) }
            }
            for _ in 0..<2 { #expect(try await results.next("refusal") == .limitsExceeded) }
            gate.open()
            try await group.waitForAll()
        }
        #expect(results.events.count { $0 == nil } == 5)
    }

    @Test("Large calls have room by sender, by process and in total, which is released")
    func roomOfLargeCalls() throws {
        let room = CallRoom.large()
        let mebibyte = 1 << 20
        var places: [CallRoom.Place] = []
        for process in 0..<4 as Range<UInt32> {
            let sender = BusName(unchecked: ":1.\(process)")
            places.append(try #require(room.take(3 * mebibyte, for: .sender(sender), .process(process))))
            #expect(room.take(2 * mebibyte, for: .sender(sender), .process(process)) == nil)
            #expect(room.take(2 * mebibyte, for: .sender(BusName(unchecked: ":2.\(process)")), .process(process)) == nil)
            places.append(try #require(room.take(mebibyte, for: .sender(sender), .process(process))))
        }
        let other = BusName(unchecked: ":3.1")
        #expect(room.take(mebibyte, for: .sender(other), .process(99)) == nil)
        places.removeAll()
        #expect(room.take(4 * mebibyte, for: .sender(other), .process(99)) != nil)
    }

    @Test("Small calls of all senders together are limited")
    func roomOfSmallCalls() throws {
        let room = CallRoom.small()
        var places: [CallRoom.Place] = []
        for number in 0..<256 {
            let sender = BusName(unchecked: ":1.\(number)")
            for _ in 0..<4 { places.append(try #require(room.take(CallRoom.smallCall, for: .sender(sender)))) }
            #expect(room.take(1, for: .sender(sender)) == nil)
        }
        #expect(room.take(1, for: .sender(BusName(unchecked: ":2.1"))) == nil)
        places.removeLast(4)
        #expect(room.take(CallRoom.smallCall, for: .sender(BusName(unchecked: ":2.1"))) != nil)
    }

    @Test(
        "A dictionary of 100,000 entries is rejected without reading it, for any content",
        .echo { $0.incomingCallByteLimit = 64 * 1_024 })
    func dictionaries() async throws {
        let large = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key-\($0)", BusVariant(UInt32($0))) })
        let error = await failure { try await proxy.call("EchoAny", BusVariant(large)) } as? RemoteError
        #expect(error?.name == .limitsExceeded)
        #expect(error?.message.contains("65536 bytes") == true)
        let nested = (0..<20).reduce(BusValue.array(element: "s", (0..<20_000).map { .string("\($0)") })) { value, _ in
            .variant(.structure([value]))
        }
        let deep = await errorName { try await proxy.call("EchoAny", BusVariant(value: nested)) }
        #expect(deep == .limitsExceeded)
    }

    @Test("A path may use no more room than arguments", .echo { $0.incomingCallByteLimit = 64 * 1_024 })
    func longPath() async throws {
        let path = try ObjectPath("/" + String(repeating: "a", count: 100_000))
        let name = await errorName {
            try await proxy.connection.call(service.uniqueName, path: path, interface: nil, member: "Echo")
        }
        #expect(name == .limitsExceeded)
    }

    @Test("A method that needs more is allowed more, and only that one", .echo { $0.incomingCallByteLimit = 10_000 })
    func methodLimit() async throws {
        let interface = try #require(
            try BusInterface.parse(
                xml: """
                    <node><interface name="a.b"><method name="Large"><arg type="s" direction="in"/></method>
                    <method name="Usual"><arg type="s" direction="in"/></method></interface></node>
                    """
            ).first)
        let bound = try BoundInterface(
            interface, methods: ["Large": .immediate { _ in [] }, "Usual": .immediate { _ in [] }],
            callByteLimits: ["Large": 100_000])
        try await service.export(ExportedObject(interfaces: [bound]), at: "/a")
        let proxy = InterfaceProxy(client, service.uniqueName, path: "/a", interface: "a.b")
        let text = String(repeating: "x", count: 50_000)
        try await proxy.call("Large", text)
        // Outside of #expect: in Swift 6.3.1 a closure in it and the next closure of the function have the same symbol.
        let usual = await errorName { try await proxy.call("Usual", text) }
        #expect(usual == .limitsExceeded)
        let larger = await failure { try await proxy.call("Large", text + text) } as? RemoteError
        #expect(larger?.message.contains("100000 bytes") == true, "\(String(describing: larger))")
    }

    @Test("A reply that is larger than its caller accepts is not read")
    func largeReply() async throws {
        let text = String(repeating: "x", count: 70_000)
        func echo(limit: Int) async throws {
            try await proxy.connection.call(
                service.uniqueName, path: proxy.path, interface: proxy.interface, member: "Echo", arguments: [text],
                replyByteLimit: limit)
        }
        #expect(await failure { try await echo(limit: 65_536) } as? ConnectionError == .replyTooLarge(limit: 65_536))
        try await echo(limit: 100_000)
    }
}
