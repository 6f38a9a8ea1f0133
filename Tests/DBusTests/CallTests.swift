import DBus
import PrivateSession
import ProjectTesting
import Testing

@Suite("Calls", .echo)
struct CallTests {
    @Test("1: a reply before the caller waits still arrives", .timeLimit(.minutes(5)), arguments: [false, true])
    func earlyReplies(prefersExecutor: Bool) async throws {
        try await withTaskExecutorPreference(prefersExecutor ? QueueExecutor() : nil) {
            for index in 0..<2000 {
                let text = "text \(index)"
                let reply = try await proxy.call("Echo", text).decode(as: String.self)
                #expect(reply == text)
            }
        }
    }

    @Test("500 concurrent calls are all answered")
    func manyInFlight() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<500 {
                group.addTask { try await proxy.call("Echo", "\(index)").decode(as: String.self) == "\(index)" }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    @Test("5: an error reply keeps its name, its text and its further arguments")
    func remoteErrors() async throws {
        let error = try #require(await failure { try await proxy.call("Fail") } as? RemoteError)
        #expect(error.name == "org.example.Error.Full")
        #expect(error.message == "There is no room.")
        #expect(error.body.count == 3)
        let details = try VariantDictionary(dbusValue: error.body[1])
        #expect(try details.required("room", as: UInt32.self) == 7)
        #expect(error.body[2] == .uint32(3))
    }

    @Test("5: errors of the bus keep name and text")
    func busErrors() async throws {
        let error = await failure {
            try await client.call("org.example.Nobody", path: "/", interface: nil, member: "Do")
        }
        let remote = try #require(error as? RemoteError)
        #expect(remote.name == .serviceUnknown)
        #expect(remote.message.contains("org.example.Nobody"))
    }

    @Test("6: Peer.Ping and an unknown path are answered at once")
    func peerAndUnknownPath() async throws {
        try await client.call(service.uniqueName, path: "/any/where", interface: "org.freedesktop.DBus.Peer", member: "Ping")
        let name = await errorName {
            try await client.call(service.uniqueName, path: "/any/where", interface: "org.example.Echo1", member: "Echo")
        }
        #expect(name == .unknownObject)
    }

    @Test("7: a cancelled call ends once, and a late reply has no effect")
    func cancellation() async throws {
        let task = Task { try await proxy.call("Later", UInt32(1)) }
        try await echo.gate.arrived(1)
        task.cancel()
        #expect(await failure { try await task.value } is CancellationError)
        echo.gate.open()
        #expect(try await proxy.call("Later", UInt32(2)).decode(as: UInt32.self) == 2)
    }

    @Test("7: a call that is cancelled before it begins sends nothing")
    func cancelledBefore() async throws {
        let gate = Gate()
        let task = Task {
            await gate.pass()
            return try await proxy.call("Echo", "x")
        }
        task.cancel()
        gate.open()
        #expect(await failure { try await task.value } is CancellationError)
    }

    @Test("7: a time limit of 50 ms ends the call, and the late reply has no effect")
    func timeouts() async throws {
        let start = ContinuousClock.now
        let error = await failure { try await proxy.call("Later", UInt32(1), timeout: .milliseconds(50)) }
        #expect(error as? ConnectionError == .timedOut)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        echo.gate.open()
        let answer = try await proxy.call("Later", UInt32(2)).decode(as: UInt32.self)
        #expect(answer == 2)
    }

    @Test("9: a handler may call back and wait; later messages keep their order")
    func callBack() async throws {
        try await EchoService().export(on: proxy.connection)
        async let answer = proxy.call("CallBack", "there and back").decode(as: String.self)
        for index in 0..<50 {
            #expect(try await proxy.call("Echo", "\(index)").decode(as: String.self) == "\(index)")
        }
        #expect(try await answer == "there and back")
    }

    @Test("10: the first call, which activates the service, is answered by it")
    func activation() async throws {
        try await Workspace.with { place in
            let flag = place.folder.path("started")
            let starter = ActivatableService(
                name: "org.example.Activated", executable: "/bin/sh", arguments: ["-c", "touch '\(flag)'; exec sleep 600"])
            try await TestBus.with(services: [starter]) { bus in
                let client = try await bus.connect()
                let proxy = InterfaceProxy.echo(client, "org.example.Activated")
                async let answer = proxy.call("Echo", "first").decode(as: String.self)
                try await until("the bus started the program") { fileExists(flag) }
                let service = try await bus.connect()
                try await EchoService().export(on: service)
                #expect(try await service.requestName("org.example.Activated") == .primaryOwner)
                #expect(try await answer == "first")
            }
        }
    }

    @Test("15: a call without an interface is routed by its member")
    func withoutInterface() async throws {
        let reply = try await client.call(
            service.uniqueName, path: EchoService.path, interface: nil, member: "Echo", arguments: ["x"])
        #expect(try reply.decode(as: String.self) == "x")
        let name = await errorName {
            try await client.call(service.uniqueName, path: EchoService.path, interface: nil, member: "Nothing")
        }
        #expect(name == .unknownMethod)
    }

    @Test("15: a call without an interface that several would accept is rejected clearly")
    func ambiguousInterface() async throws {
        let (service, client) = (try await bus.connect(), try await bus.connect())
        let handlers: [MemberName: MethodHandler] = ["Who": .immediate { _ in ["other"] }]
        let who = "<method name='Who'><arg type='s' direction='out'/></method>"
        let other = try BusInterface.parse(xml: "<node><interface name='org.example.Other1'>\(who)</interface></node>")
        let object = ExportedObject(interfaces: [try EchoService().bound(), try BoundInterface(other[0], methods: handlers)])
        try await service.export(object, at: EchoService.path)
        let error = await failure {
            try await client.call(service.uniqueName, path: EchoService.path, interface: nil, member: "Who")
        }
        let remote = try #require(error as? RemoteError)
        #expect(remote.name == .unknownInterface)
        #expect(remote.message.contains("org.example.Echo1") && remote.message.contains("org.example.Other1"))
    }

    @Test("A call that expects no reply gets none and is executed")
    func withoutReply() async throws {
        let stream = try await proxy.signals("Ticked")
        try await proxy.connection.send(
            service.uniqueName, path: EchoService.path, interface: EchoService.interface, member: "EmitThenReply",
            arguments: [UInt32(5)])
        var signals = stream.makeAsyncIterator()
        let signal = try #require(await signals.next())
        #expect(try signal.decode(as: UInt32.self) == 5)
    }

    @Test("Wrong arguments, members and interfaces have their own errors")
    func refusals() async throws {
        func refusal(_ interface: InterfaceName, _ member: MemberName, _ arguments: [any BusValueConvertible]) async -> ErrorName?
        {
            await errorName {
                try await proxy.connection.call(
                    service.uniqueName, path: EchoService.path, interface: interface, member: member, arguments: arguments)
            }
        }
        #expect(await refusal(EchoService.interface, "Echo", [UInt32(1)]) == .invalidArguments)
        #expect(await refusal(EchoService.interface, "Echo", []) == .invalidArguments)
        #expect(await refusal(EchoService.interface, "Nothing", []) == .unknownMethod)
        #expect(await refusal("org.example.Nothing1", "Echo", ["x"]) == .unknownInterface)
        #expect(await refusal(EchoService.interface, "Refused", []) == .accessDenied)
        #expect(await refusal(.properties, "Nothing", []) == .unknownMethod)
        #expect(await refusal(.properties, "Get", ["x"]) == .invalidArguments)
    }

    @Test("A handler's unexpected error or malformed result becomes Failed, without its text, and is logged")
    func handlerMistakes() async throws {
        let log = Recorder<String>()
        var options = ConnectionOptions()
        options.log = { log.record($0) }
        let service = try await bus.connect(options)
        try await echo.export(on: service)
        let proxy = InterfaceProxy.echo(client, service.uniqueName)
        let thrown = try #require(await failure { try await proxy.call("Throw") } as? RemoteError)
        #expect(thrown.name == .failed)
        #expect(!thrown.message.contains("UnexpectedFailure"))
        let malformed = try #require(await failure { try await proxy.call("Malformed") } as? RemoteError)
        #expect(malformed.name == .failed)
        #expect(log.events.count == 2)
        #expect(log.events[0].contains("UnexpectedFailure"))
        #expect(log.events[1].contains("'u' instead of 's'"))
    }
}
