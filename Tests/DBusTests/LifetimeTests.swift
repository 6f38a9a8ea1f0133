import Glibc
import PrivateSession
import ProjectTesting
import Testing

@testable import DBus

extension Connection {
    fileprivate var waitingCalls: Int { replies.count }
    fileprivate var storedDeadlines: Int { replies.deadlineCount }
}

@Suite("Life of a connection", .echo)
struct LifetimeTests {
    @Test("2: thousands of calls do not grow the memory", .timeLimit(.minutes(10)))
    func memory() async throws {
        let (calls, mostRounds) = getenv("VSASIM_SOAK") == nil ? (5_000, 160) : (20_000, 40)
        // Other tests share the process and its memory. A leak of 200 bytes for each call is visible in every round; their
        // noise is not, and it is smaller in shorter rounds.
        let limit = 200 * calls
        var growth: [Int] = []
        while growth.count < mostRounds, growth.count(where: { $0 < limit }) < 2 {
            let before = residentByteCount()
            for _ in 0..<calls / 50 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 { group.addTask { try await proxy.call("Echo", "text") } }
                    try await group.waitForAll()
                }
            }
            growth.append(residentByteCount() - before)
        }
        #expect(growth.count(where: { $0 < limit }) == 2, "growth of each \(calls) calls: \(growth)")
        #expect(await proxy.connection.waitingCalls == 0)
        #expect(await proxy.connection.storedDeadlines < 200)
    }

    @Test("3: the thread of an idle connection sleeps, also with an unread signal")
    func idle() async throws {
        let stream = try await proxy.signals("Ticked")
        try await service.emit(path: EchoService.path, interface: EchoService.interface, member: "Ticked", arguments: [UInt32(1)])
        try await proxy.call("Echo", "everything has arrived")
        let connections = [service, proxy.connection]
        let before = connections.map { $0.loop.turnCount }
        // Other connections of the same bus are busy meanwhile.
        let (other, client) = (try await bus.connect(), try await bus.connect())
        try await EchoService().export(on: other)
        let busy = InterfaceProxy.echo(client, other.uniqueName)
        for _ in 0..<300 { try await busy.call("Echo", "text") }
        for (connection, start) in zip(connections, before) {
            let turns = connection.loop.turnCount - start
            #expect(turns < 30, "turns while others make 300 calls: \(turns)")
        }
        #expect(client.loop.turnCount >= 300)
        #expect(stream.droppedCount == 0)
        await client.close()
        await other.close()
    }

    @Test("4: dropping the last reference frees the connection and closes its socket")
    func lastReference() async throws {
        let observer = try await bus.connect()
        var connection: Connection? = try await bus.connect()
        let name = try #require(connection?.uniqueName)
        try await EchoService().export(on: try #require(connection))
        let stream = try await observer.signals(.nameOwnerChanged(of: name))
        let freed = { [weak connection] in connection }
        connection = nil
        var changes = stream.makeAsyncIterator()
        let change = try NameOwnerChange(try #require(await changes.next()))
        #expect(change.newOwner == nil)
        #expect(freed() == nil)
    }

    @Test("4: dropping a stream that holds the last reference closes the connection")
    func lastStream() async throws {
        let observer = try await bus.connect()
        var connection: Connection? = try await bus.connect()
        let name = try #require(connection?.uniqueName)
        var stream: BusSignalStream? = try await connection?.signals(MatchRule(interface: "org.example.Echo1"))
        connection = nil
        #expect(stream?.droppedCount == 0)
        stream = nil
        try await until("the connection closes") { try await !observer.uniqueNames().contains(name) }
    }

    @Test("4: dropping a stream frees the connection that it held open, and its match rule")
    func droppedStream() async throws {
        let connection = try await bus.connect()
        var stream: BusSignalStream? = try await connection.signals(MatchRule(interface: "org.example.Echo1"))
        #expect(await connection.matches.count == 1)
        #expect(stream?.droppedCount == 0)
        stream = nil
        try await until("the match rule is given back") { await connection.matches.isEmpty }
        #expect(await connection.subscriptions.isEmpty)
    }

    @Test("8: closing ends every waiting call, and later ones fail")
    func localClose() async throws {
        try await expectEnd(of: proxy, waitingAt: echo.gate) { await proxy.connection.close() }
        #expect(await failure { try await proxy.call("Echo", "x") } as? ConnectionError == .disconnected)
        echo.gate.open()
    }

    @Test("8: a killed bus ends every waiting call and stream, and the process continues")
    func killedBus() async throws {
        try await expectEnd(of: proxy, waitingAt: echo.gate) { await bus.kill() }
        await service.closed()
        echo.gate.open()
    }

    /// Expects that an operation ends a hundred waiting calls, a stream and their connection.
    private func expectEnd(of proxy: InterfaceProxy, waitingAt gate: Gate, after end: () async -> Void) async throws {
        let tasks = (0..<100).map { index in Task { try await proxy.call("Later", UInt32(index), timeout: nil) } }
        try await gate.arrived(100)
        let signals = try await proxy.signals("Ticked")
        await end()
        for task in tasks { #expect(await failure { try await task.value } as? ConnectionError == .disconnected) }
        for await _ in signals {}
        await proxy.connection.closed()
    }

    @Test("8: the end of a connection ends waits for it, for replies and for an empty queue")
    func waits() async throws {
        try await proxy.connection.send(
            service.uniqueName, path: EchoService.path, interface: EchoService.interface, member: "Later",
            arguments: [UInt32(1)])
        try await echo.gate.arrived(1)
        bus.bus.process.send(signal: SIGSTOP)
        let text = String(repeating: "x", count: 100_000)
        for _ in 0..<20 { try await service.emit(path: "/a", interface: "a.b", member: "C", arguments: [text]) }
        async let closed: Void = service.closed()
        async let answered: Void = service.answered()
        async let flushed: Void = service.flush()
        try await until("all three wait") { await service.waiters.count == 3 }
        await service.close()
        _ = await (closed, answered, flushed)
        #expect(await service.waiters.isEmpty)
        bus.bus.process.send(signal: SIGCONT)
        echo.gate.open()
    }

    @Test("8: running handlers are cancelled when the connection ends")
    func cancelledHandlers() async throws {
        let events = Recorder<String>()
        let interface = try BusInterface.parse(xml: "<node><interface name='a.b'><method name='Wait'/></interface></node>")[0]
        let handler = MethodHandler.asynchronous { _ in
            events.record("begun")
            try? await ContinuousClock().sleep(for: .seconds(600))
            events.record(Task.isCancelled ? "cancelled" : "slept")
            return []
        }
        let object = ExportedObject(interfaces: [try BoundInterface(interface, methods: ["Wait": handler])])
        try await service.export(object, at: "/a")
        try await client.send(service.uniqueName, path: "/a", interface: "a.b", member: "Wait")
        #expect(try await events.next() == "begun")
        await service.close()
        #expect(try await events.next() == "cancelled")
    }

    @Test("12: two tasks that connect at once get one ready connection each")
    func twoConnections() async throws {
        async let first = bus.connect()
        async let second = bus.connect()
        let connections = try await [first, second]
        let names = connections.compactMap(\.uniqueName)
        #expect(Set(names).count == 2)
        for connection in connections {
            let name = try #require(connection.uniqueName)
            #expect(try await connection.nameOwner(name) == name)
        }
    }

    @Test("No bus, a wrong address and a silent bus are errors that name the address")
    func cannotConnect() async throws {
        for address in ["unix:path=/nonexistent/bus", "nonsense", "unix:path=/a\0b"] {
            guard
                case .cannotConnect(let reason)? = await failure({ try await Connection.open(address: address) })
                    as? ConnectionError
            else {
                Issue.record("\(address) gave no cannotConnect")
                continue
            }
            #expect(!reason.isEmpty)
        }
        try await Workspace.with { place in
            let socket = try SilentSocket(path: place.folder.path("silent"))
            var options = ConnectionOptions()
            options.connectTimeout = .milliseconds(100)
            let address = "unix:path=" + place.folder.path("silent")
            for attempt in [Connection.open, Connection.peer] {
                let error = await failure { try await attempt(address, options) } as? ConnectionError
                #expect(error == .cannotConnect("'\(address)': no answer in time"))
            }
            withExtendedLifetime(socket) {}
        }
    }
}

/// The resident memory of this process in bytes.
private func residentByteCount() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return 0 }
    let fields = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
    return (Int(fields[1]) ?? 0) * sysconf(CInt(_SC_PAGESIZE))
}
