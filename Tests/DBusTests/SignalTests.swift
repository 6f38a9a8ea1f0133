import ProjectTesting
import Testing

@testable import DBus

@Suite("Signals", .echo)
struct SignalTests {
    private func tick(_ connection: Connection, _ number: UInt32, to destination: BusName? = nil) async throws {
        try await connection.emit(
            path: EchoService.path, interface: EchoService.interface, member: "Ticked", arguments: [number], to: destination)
    }

    private func numbers(_ stream: BusSignalStream, _ count: Int) async throws -> [UInt32] {
        var numbers: [UInt32] = []
        var signals = stream.makeAsyncIterator()
        while numbers.count < count, let signal = await signals.next() { numbers.append(try signal.decode(as: UInt32.self)) }
        return numbers
    }

    @Test("Signals arrive in the order in which they were sent")
    func order() async throws {
        let stream = try await proxy.connection.signals(MatchRule(member: "Ticked"), bufferingNewest: 1000)
        for number in 0..<1000 { try await tick(service, UInt32(number)) }
        #expect(try await numbers(stream, 1000) == Array(0..<1000))
    }

    @Test("Signals of several kinds are in one stream, in the order in which they arrive")
    func severalRules() async throws {
        let name: BusName = "org.example.Name1"
        let stream = try await client.signals(
            MatchRule(sender: service.uniqueName, member: "Ticked"), .nameOwnerChanged(of: name))
        for number in 0..<20 {
            try await tick(service, UInt32(number))
            try await service.requestName(name)
            try await service.releaseName(name)
        }
        var members: [MemberName?] = []
        for await signal in stream {
            members.append(signal.member)
            if members.count == 60 { break }
        }
        #expect(members == (0..<20).flatMap { _ in ["Ticked", "NameOwnerChanged", "NameOwnerChanged"] })
    }

    @Test("13: a flood with a slow reader drops the oldest, counts and logs them, and delays no call")
    func flood() async throws {
        let log = Recorder<String>()
        var options = ConnectionOptions()
        options.log = { log.record($0) }
        let (service, client) = (try await bus.connect(), try await bus.connect(options))
        try await EchoService().export(on: service)
        let proxy = InterfaceProxy.echo(client, service.uniqueName)
        let stream = try await proxy.signals("Ticked", bufferingNewest: 10)
        for number in 0..<5000 {
            try await tick(service, UInt32(number))
            if number % 1000 == 0 { try await proxy.call("Echo", "still there") }
        }
        try await proxy.call("Echo", "all signals are before this reply")
        #expect(stream.droppedCount == 4990)
        #expect(try await numbers(stream, 10) == Array(4990..<5000))
        #expect(log.events.count == 13)
    }

    @Test("A flood with a slow reader drops nothing from a stream without a limit")
    func unlimited() async throws {
        let stream = try await proxy.signals("Ticked", bufferingNewest: .max)
        for number in 0..<5000 { try await tick(service, UInt32(number)) }
        try await proxy.call("Echo", "all signals are before this reply")
        #expect(stream.droppedCount == 0)
        #expect(try await numbers(stream, 5000) == Array(0..<5000))
    }

    @Test("14: signals of an earlier owner of the sender's name are ignored")
    func changedOwner() async throws {
        let (first, second, client) = (try await bus.connect(), try await bus.connect(), try await bus.connect())
        try await first.requestName("org.example.Name1", allowReplacement: true)
        // This rule matches the signals of every sender, so that only the check of the sender distinguishes them.
        let all = try await client.signals(MatchRule(member: "Ticked"))
        let pinned = try await client.signals(MatchRule(sender: "org.example.Name1", member: "Ticked"))
        try await tick(first, 1)
        #expect(try await numbers(all, 1) == [1])
        try await second.requestName("org.example.Name1", replaceExisting: true)
        try await tick(first, 2)
        #expect(try await numbers(all, 1) == [2])
        try await tick(second, 3)
        #expect(try await numbers(all, 1) == [3])
        #expect(try await numbers(pinned, 2) == [1, 3])
    }

    @Test("14: a name that later gets its first owner is tracked")
    func laterOwner() async throws {
        let stream = try await client.signals(MatchRule(sender: "org.example.Name1", member: "Ticked"))
        try await service.requestName("org.example.Name1")
        try await tick(service, 7)
        #expect(try await numbers(stream, 1) == [7])
    }

    @Test("A unicast signal reaches only its destination")
    func unicast() async throws {
        let other = try await bus.connect()
        let rule = MatchRule(sender: service.uniqueName, member: "Ticked")
        let (mine, others) = (try await proxy.connection.signals(rule), try await other.signals(rule))
        try await tick(service, 1, to: proxy.connection.uniqueName)
        try await tick(service, 2)
        #expect(try await numbers(mine, 2) == [1, 2])
        #expect(try await numbers(others, 1) == [2])
    }

    @Test("Equal rules share one match, which is removed with the last stream")
    func sharedRules() async throws {
        let rule = MatchRule(sender: service.uniqueName, member: "Ticked")
        func subscribeTwice() async throws -> [BusSignalStream] {
            async let one = client.signals(rule)
            async let two = client.signals(rule)
            return try await [one, two]
        }
        var streams = try await subscribeTwice()
        #expect(await client.matches[rule]?.count == 2)
        try await tick(service, 1)
        for stream in streams { #expect(try await numbers(stream, 1) == [1]) }
        streams.removeLast()
        try await until("one stream is left") { await client.matches[rule]?.count == 1 }
        try await tick(service, 2)
        #expect(try await numbers(streams[0], 1) == [2])
        streams.removeLast()
        try await until("no match is left") { await client.matches.isEmpty }
    }

    @Test("Tracking a name needs one more match, which is also removed")
    func trackedNames() async throws {
        var streams: [BusSignalStream] = []
        for member in ["A", "B"] as [MemberName] {
            streams.append(try await client.signals(MatchRule(sender: "org.example.Name1", member: member)))
        }
        #expect(await client.matches.count == 3)
        #expect(await client.owners["org.example.Name1"]?.count == 2)
        streams = []
        try await until("no match is left") { await client.matches.isEmpty }
        #expect(await client.owners.isEmpty)
    }

    @Test("A rule that the bus rejects throws and leaves nothing behind")
    func refusedRule() async throws {
        let rule = MatchRule(path: "/a", pathNamespace: "/b")
        #expect(await failure { try await client.signals(rule) } is RemoteError)
        try await until("nothing is left") { await client.matches.isEmpty }
        #expect(await client.subscriptions.isEmpty)
    }

    @Test("Rules match by path, namespace and first argument, with apostrophes in it")
    func matching() async throws {
        let text = "it's 'so', \\ isn't it"
        let stream = try await client.signals(MatchRule(pathNamespace: "/a/b", argument0: text))
        func emit(_ path: ObjectPath, _ argument: String) async throws {
            try await service.emit(path: path, interface: "org.example.A1", member: "S", arguments: [argument])
        }
        try await emit("/a", text)
        try await emit("/a/bc", text)
        try await emit("/a/b", "other")
        try await emit("/a/b", text)
        try await emit("/a/b/c", text)
        var signals = stream.makeAsyncIterator()
        #expect(await signals.next()?.path == "/a/b")
        #expect(await signals.next()?.path == "/a/b/c")
    }

    @Test("A handler's signal comes before its reply")
    func signalBeforeReply() async throws {
        let stream = try await proxy.signals("Ticked")
        for number in 0..<100 as Range<UInt32> {
            #expect(try await proxy.call("EmitThenReply", number).decode(as: UInt32.self) == number)
            #expect(await proxy.connection.subscriptions.count == 1)
        }
        #expect(try await numbers(stream, 100) == Array(0..<100))
    }
}
