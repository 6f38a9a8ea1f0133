import Glibc
import PrivateSession
import ProjectTesting
import Testing

@testable import DBus

@Suite("Load", .echo)
struct LoadTests {
    @Test("Immediate replies come in the order of the calls")
    func replyOrder() async throws {
        let serials = Recorder<(number: Int, serial: UInt32)>()
        // The calls are sent in order on the connection's own thread. When their tasks continue is the runtime's choice, so
        // the numbers that the service gave to its replies show their order.
        let tasks = await proxy.connection.inOrder(500) { connection, number in
            let reply = try await connection.call(
                proxy.destination, path: proxy.path, interface: proxy.interface, member: "EchoAny",
                arguments: [BusVariant(UInt32(number))])
            serials.record((number, reply.serial))
        }
        for task in tasks { try await task.value }
        let inOrder = serials.events.sorted { $0.number < $1.number }.map(\.serial)
        #expect(inOrder.count == 500)
        #expect(inOrder == inOrder.sorted())
    }

    @Test("Serial calls of one sender run one after the other, concurrently with those of another sender")
    func serialCalls() async throws {
        let other = try await bus.connect()
        let tasks = await other.inOrder(20) { connection, number in
            _ = try await connection.call(
                service.uniqueName, path: EchoService.path, interface: EchoService.interface, member: "InTurn",
                arguments: [UInt32(number)])
        }
        try await echo.gate.arrived(1)
        async let answer = proxy.call("InTurn", UInt32(99)).decode(as: UInt32.self)
        try await echo.gate.arrived(1)
        #expect(echo.begun.events == [0, 99])
        echo.gate.open()
        for task in tasks { try await task.value }
        #expect(try await answer == 99)
        #expect(echo.begun.events.filter { $0 != 99 } == (0..<20).map(UInt32.init))
    }

    @Test(
        "Calls above the limit are answered with LimitsExceeded, and room is released",
        .echo {
            $0.callsInProgressLimit = 30
            $0.callsInProgressLimitPerSender = 20
        })
    func callLimit() async throws {
        let proxies = [proxy, .echo(try await bus.connect(), service.uniqueName)]
        let first = (0..<20).map { index in Task { try await proxies[0].call("Later", UInt32(index)) } }
        try await echo.gate.arrived(20)
        #expect(await errorName { try await proxies[0].call("Later", UInt32(0)) } == .limitsExceeded)
        let second = (0..<10).map { index in Task { try await proxies[1].call("Later", UInt32(index)) } }
        try await echo.gate.arrived(10)
        #expect(await errorName { try await proxies[1].call("Later", UInt32(0)) } == .limitsExceeded)
        try await proxies[0].call("Echo", "reads go on")
        echo.gate.open()
        for task in first + second { _ = try await task.value }
        try await proxies[0].call("Later", UInt32(1))
    }

    @Test(
        "Calls with larger arguments than are accepted are answered with LimitsExceeded, unread",
        .echo { $0.incomingCallByteLimit = 10_000 })
    func largeCalls() async throws {
        let texts = BusVariant([String](repeating: "", count: 2_000))
        let nested = BusVariant([["key": BusVariant([UInt8](repeating: 7, count: 20_000))]])
        for (member, argument) in [("Echo", String(repeating: "x", count: 10_001)), ("EchoAny", texts), ("EchoAny", nested)]
            as [(MemberName, any BusValueConvertible)]
        {
            let error = await failure { try await proxy.call(member, argument) } as? RemoteError
            #expect(error?.name == .limitsExceeded)
            #expect(error?.message.contains("10000 bytes") == true)
        }
        let standard = await errorName {
            try await proxy.connection.call(
                proxy.destination, path: proxy.path, interface: "org.freedesktop.DBus.Properties", member: "GetAll",
                arguments: [String(repeating: "x", count: 10_001)])
        }
        #expect(standard == .limitsExceeded)
        let fits = String(repeating: "x", count: 9_000)
        let echoed = try await proxy.call("Echo", fits).decode(as: String.self)
        #expect(echoed == fits)
    }

    @Test("A bus that does not read fills a bounded queue, after which calls and signals are rejected")
    func stoppedBus() async throws {
        var options = ConnectionOptions()
        options.outgoingByteLimit = 1 << 20
        let client = try await bus.connect(options)
        bus.bus.process.send(signal: SIGSTOP)
        let text = String(repeating: "x", count: 100_000)
        var error: (any Error)?
        for _ in 0..<1000 where error == nil {
            error = await failure {
                try await client.emit(path: "/a", interface: "a.b", member: "C", arguments: [text])
            }
        }
        #expect(error as? ConnectionError == .queueFull)
        #expect(await failure { try await client.nameOwner("a.b") } as? ConnectionError == .queueFull)
        let queued = await client.outgoingByteCount
        #expect(queued < 2 << 20)
        async let flushed: Void = client.flush()
        bus.bus.process.send(signal: SIGCONT)
        await flushed
        #expect(try await client.nameOwner("a.b") == nil)
    }

    @Test("A caller that does not read its replies is not served further, and others are")
    func repliesNobodyReads() async throws {
        try await Workspace.with { place in
            var options = ConnectionOptions()
            options.outgoingByteLimit = 1 << 20
            let service = EchoService()
            let server = try await PeerServer.listen(address: "unix:dir=" + place.folder.path, options: options) { connection in
                try connection.export(ExportedObject(interfaces: [service.bound()]), at: EchoService.path)
            }
            let address = try #require(await server.address)
            var accepted = server.connections.makeAsyncIterator()
            var peer: UnreadingPeer? = try UnreadingPeer(address: address)
            try await until("the peer is accepted") { peer?.isAccepted() == true }
            let text = String(repeating: "x", count: 100_000)
            // The replies that the sockets and the queue take, then the calls that the sockets and libdbus take.
            var last: UInt32 = 0
            var rounds = 0
            try await until("the peer's calls are stuck", every: .milliseconds(1)) {
                let count = peer?.flood(text) ?? 0
                rounds = count == last ? rounds + 1 : 0
                last = count
                return rounds > 400
            }
            let connection = try #require(await accepted.next())
            let queued = await connection.outgoingByteCount
            #expect(queued > 1 << 20 && queued < 2 << 20)
            #expect(last > 10 && last < 3000)
            let other = try await Connection.peer(address: address)
            try await InterfaceProxy.echo(other, nil).call("Echo", "served")
            peer = nil
            await connection.closed()
            await server.close()
        }
    }

    @Test("A message of 20 MB goes through")
    func largeMessages() async throws {
        let bytes = [UInt8](repeating: 7, count: 20_000_000)
        let echoed = try await proxy.call("EchoAny", BusVariant(bytes)).decode(as: BusVariant.self)
        #expect(try echoed.get(as: [UInt8].self) == bytes)
    }

    @Test("Arguments over a limit are rejected and leave the connection usable")
    func refusedArguments() async throws {
        let nested = (0..<70).reduce(BusValue.byte(1)) { value, _ in .variant(value) }
        let error = await failure { try await proxy.call("EchoAny", BusVariant(value: nested)) }
        #expect(error as? ConnectionError == .nestedTooDeeply(limit: 64))
        #expect(await failure { try await proxy.call("Echo", "a\0b") } is BusConversionError)
        try await proxy.call("Echo", "fine")
        let deepest = (0..<63).reduce(BusValue.byte(1)) { value, _ in .variant(value) }
        let reply = try await proxy.call("EchoAny", BusVariant(value: deepest))
        #expect(reply.body == [.variant(deepest)])
    }
}

extension Connection {
    /// Starts tasks whose first steps run in order on the connection's executor.
    fileprivate func inOrder(
        _ count: Int, _ body: @escaping @Sendable (isolated Connection, Int) async throws -> Void
    ) -> [Task<Void, any Error>] {
        (0..<count).map { number in Task { try await body(self, number) } }
    }
}
