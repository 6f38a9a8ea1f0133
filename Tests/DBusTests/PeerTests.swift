import DBus
import PrivateSession
import ProjectTesting
import Testing

@Suite("Connections without a bus")
struct PeerTests {
    private func withPeers(_ body: (PeerServer, Connection, Connection) async throws -> Void) async throws {
        try await Workspace.with { place in
            let service = EchoService()
            let server = try await PeerServer.listen(address: "unix:dir=" + place.folder.path) { connection in
                try connection.export(ExportedObject(interfaces: [service.bound()]), at: EchoService.path)
            }
            var accepted = server.connections.makeAsyncIterator()
            let client = try await Connection.peer(address: try #require(await server.address))
            let connection = try #require(await accepted.next())
            try await body(server, connection, client)
            await client.close()
            await server.close()
        }
    }

    @Test("Calls and signals are sent in both directions without names")
    func calls() async throws {
        try await withPeers { _, _, client in
            let proxy = InterfaceProxy.echo(client, nil)
            #expect(client.uniqueName == nil)
            #expect(try await proxy.call("Echo", "x").decode(as: String.self) == "x")
            #expect(try await proxy.property("Version", as: UInt32.self) == 1)
            let stream = try await proxy.signals("Ticked")
            try await proxy.call("EmitThenReply", UInt32(4))
            var signals = stream.makeAsyncIterator()
            let signal = try #require(await signals.next())
            #expect(try signal.decode(as: UInt32.self) == 4)
            try await EchoService().export(on: client)
            #expect(try await proxy.call("CallBack", "y").decode(as: String.self) == "y")
            #expect(await failure { try await client.nameOwner("a.b") } as? ConnectionError == .noBus)
        }
    }

    @Test("When one side closes, the other one's calls and streams end")
    func closing() async throws {
        try await withPeers { _, service, client in
            let proxy = InterfaceProxy.echo(client, nil)
            let stream = try await proxy.signals("Ticked")
            let task = Task { try await proxy.call("Later", UInt32(1), timeout: nil) }
            await service.close()
            #expect(await failure { try await task.value } as? ConnectionError == .disconnected)
            for await _ in stream {}
            await client.closed()
        }
    }

    @Test("A connection that a bus ends right after Hello does not seem open", .timeLimit(.minutes(5)))
    func endAfterHello() async throws {
        let xml = """
            <node><interface name="org.freedesktop.DBus">
              <method name="Hello"><arg type="s" direction="out"/></method>
            </interface></node>
            """
        let bus = try BoundInterface(
            BusInterface.parse(xml: xml)[0],
            methods: [
                "Hello": .replying { invocation, reply in
                    await reply.send([":1.1"], on: invocation.connection)
                    await invocation.connection.flush()
                    await invocation.connection.close()
                }
            ])
        try await Workspace.with { place in
            let server = try await PeerServer.listen(address: "unix:dir=" + place.folder.path) { connection in
                try connection.export(ExportedObject(interfaces: [bus]), at: "/org/freedesktop/DBus")
            }
            let address = try #require(await server.address)
            for _ in 0..<300 {
                do { await (try Connection.open(address: address)).closed() } catch { #expect(error is ConnectionError) }
            }
            await server.close()
        }
    }

    @Test("A server serves many connections and frees them")
    func manyConnections() async throws {
        try await withPeers { server, _, _ in
            let address = try #require(await server.address)
            try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<20 {
                    group.addTask {
                        let client = try await Connection.peer(address: address)
                        let proxy = InterfaceProxy.echo(client, nil)
                        defer { withExtendedLifetime(client) {} }
                        return try await proxy.call("Echo", "\(index)").decode(as: String.self)
                    }
                }
                var answers: Set<String> = []
                for try await answer in group { answers.insert(answer) }
                #expect(answers.count == 20)
            }
        }
    }
}
