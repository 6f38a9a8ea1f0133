import DBus
import ProjectTesting
import Testing

@Suite("A gate before exported objects, and objects for some callers only", .echo, .timeLimit(.minutes(5)))
struct GateTests {
    @Test("Calls of a held sender keep their order, and those of others continue")
    func order() async throws {
        echo.gate.open()
        let held = client.uniqueName
        let gate = Gate()
        let asked = Recorder<BusName>()
        await service.setGate { sender in
            guard sender == held else { return nil }
            asked.record(sender)
            guard asked.events.count == 1 else { return nil }
            return Task { await gate.pass() }
        }
        let name = try #require(service.uniqueName)
        try await client.sendInTurn(0..<20, to: name)
        try await gate.arrived(1)
        let other = InterfaceProxy.echo(try await bus.connect(), name)
        #expect(try await other.call("Echo", "through").decode(as: String.self) == "through")
        #expect(echo.begun.events.isEmpty)
        gate.open()
        _ = try await echo.begun.next("the last call") { $0 == 19 }
        #expect(echo.begun.events == Array(0..<20))
        // The first call continued without a second check, the others reached the gate again.
        #expect(asked.events.count == 20)
    }

    @Test("Properties, introspection and unknown objects wait as well")
    func everything() async throws {
        let asked = Recorder<BusName>()
        await service.setGate { sender in
            asked.record(sender)
            return Task {}
        }
        let version = try await proxy.property("Version", as: UInt32.self)
        #expect(version == 1)
        let unknown = await errorName {
            try await proxy.connection.call(service.uniqueName, path: "/nowhere", interface: nil, member: "Echo")
        }
        #expect(unknown == .unknownObject)
        #expect(asked.events.count == 2)
    }

    @Test("Too many held calls are LimitsExceeded", .echo { $0.callsInProgressLimitPerSender = 4 })
    func limit() async throws {
        let gate = Gate()
        await service.setGate { _ in Task { await gate.pass() } }
        let refused = Recorder<ErrorName>()
        try await withThrowingTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    do { try await proxy.call("Echo", "x") } catch let error as RemoteError { refused.record(error.name) }
                }
            }
            for _ in 0..<2 { _ = try await refused.next("refusal") }
            gate.open()
            try await group.waitForAll()
        }
        #expect(refused.events == [.limitsExceeded, .limitsExceeded])
    }

    @Test("A sender that leaves while its calls are held leaves nothing behind")
    func leave() async throws {
        let gate = Gate()
        let other = try await bus.connect()
        let name = other.uniqueName
        await service.setGate { sender in
            guard sender == name else { return nil }
            return Task { await gate.pass() }
        }
        let call = Task { try await InterfaceProxy.echo(other, service.uniqueName).call("Echo", "x") }
        try await gate.arrived(1)
        await other.close()
        _ = await call.result
        gate.open()
        #expect(try await proxy.call("Echo", "still there").decode(as: String.self) == "still there")
    }

    @Test("The held calls of a sender that has left are not handled")
    func leaveForGood() async throws {
        echo.gate.open()
        let (leaving, staying) = (try await bus.connect(), proxy.connection)
        let (name, gone) = (try #require(service.uniqueName), try #require(leaving.uniqueName))
        let gate = Gate()
        await service.setGate { sender in sender == gone ? Task { await gate.pass() } : nil }
        let departures = try await service.signals(.nameOwnerChanged(of: gone))
        try await leaving.sendInTurn(0..<3, to: name)
        try await gate.arrived(1)
        await leaving.close()
        for await _ in departures { break }
        gate.open()
        for number in 3..<10 as Range<UInt32> {
            try await staying.sendInTurn(number..<number + 1, to: name)
            _ = try await echo.begun.next("the call of the other") { $0 == number }
        }
        #expect(echo.begun.events == Array(3..<10))
    }

    @Test("An object is visible only to its audience: calls, properties and introspection")
    func audience() async throws {
        let friend = try #require(proxy.connection.uniqueName)
        let path: ObjectPath = "/org/example/Echo1/secret/deep"
        let object = ExportedObject(interfaces: [try EchoService().bound()], audience: { $0 == friend })
        try await service.export(object, at: path)
        func names(_ connection: Connection, at path: ObjectPath) async throws -> [String] {
            let reply = try await connection.call(
                service.uniqueName, path: path, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
            return try IntrospectionNode(xml: reply.decode(as: String.self)).children
        }
        #expect(try await names(proxy.connection, at: EchoService.path) == ["secret"])
        let stranger = try await bus.connect()
        #expect(try await names(stranger, at: EchoService.path).isEmpty)
        for hidden: ObjectPath in [path, "/org/example/Echo1/secret", "/org/example/Echo1/none"] {
            let name = await errorName { try await names(stranger, at: hidden) }
            #expect(name == .unknownObject)
        }
        func refusal(at path: ObjectPath) async -> ErrorName? {
            await errorName {
                try await InterfaceProxy(stranger, service.uniqueName, path: path, interface: EchoService.interface)
                    .call("Echo", "x")
            }
        }
        #expect(await refusal(at: path) == refusal(at: "/org/example/none"))
        let same = InterfaceProxy(proxy.connection, service.uniqueName, path: path, interface: EchoService.interface)
        #expect(try await same.call("Echo", "x").decode(as: String.self) == "x")
    }
}

extension Connection {
    /// Sends calls of `InTurn`, one after the other, without waiting for replies.
    fileprivate func sendInTurn(_ numbers: Range<UInt32>, to service: BusName) throws {
        for number in numbers {
            try send(
                service, path: EchoService.path, interface: EchoService.interface, member: "InTurn", arguments: [number])
        }
    }
}
