import DBus
import ProjectTesting
import Testing

/// `MethodHandler.replying`: handlers that send the reply themselves, some of them on an executor that they prefer.
@Suite("Handlers that reply themselves", .echo)
struct ReplyingTests {
    private static let path: ObjectPath = "/org/example/Replying1"
    private static let interface: InterfaceName = "org.example.Replying1"
    private static let xml = """
        <node>
          <interface name="org.example.Replying1">
            <!-- Zero fails, one returns without a reply. -->
            <method name="Change"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
            <signal name="Changed"><arg type="u"/></signal>
          </interface>
        </node>
        """

    private func export(on executor: QueueExecutor?) async throws -> InterfaceProxy {
        let change = MethodHandler.replying(on: executor) { invocation, reply in
            let number = try invocation.decode(UInt32.self)
            if number == 0 { throw ErrorReply(.invalidArguments, message: "zero") }
            if number == 1 { return }
            try await invocation.connection.emit(
                path: invocation.path, interface: invocation.interface, member: "Changed", arguments: [number])
            await reply.send([number], on: invocation.connection)
        }
        let bound = try BoundInterface(try BusInterface.parse(xml: Self.xml)[0], methods: ["Change": change])
        try await service.export(ExportedObject(interfaces: [bound]), at: Self.path)
        return InterfaceProxy(client, service.uniqueName, path: Self.path, interface: Self.interface)
    }

    @Test("A handler emits signals and replies, with an executor and without one", arguments: [true, false])
    func answers(hasExecutor: Bool) async throws {
        let executor = hasExecutor ? QueueExecutor() : nil
        let proxy = try await export(on: executor)
        let signals = try await proxy.signals("Changed")
        for number in UInt32(2)...5 {
            let answer = try await proxy.call("Change", number).decode(as: UInt32.self)
            #expect(answer == number)
        }
        var numbers: [UInt32] = []
        for await signal in signals {
            numbers.append(try signal.decode(as: UInt32.self))
            if numbers.count == 4 { break }
        }
        #expect(numbers == [2, 3, 4, 5])
        // Each handler starts there, and continues there after the connection's actor.
        if let executor { #expect(executor.jobCount >= 8) }
    }

    @Test("An error is the reply, and so is a missing reply", arguments: [true, false])
    func failures(hasExecutor: Bool) async throws {
        let proxy = try await export(on: hasExecutor ? QueueExecutor() : nil)
        let zero = await failure { try await proxy.call("Change", UInt32(0)) } as? RemoteError
        #expect(zero?.message == "zero")
        let one = await failure { try await proxy.call("Change", UInt32(1)) } as? RemoteError
        #expect(one?.name == .failed)
        let answer = try await proxy.call("Change", UInt32(7)).decode(as: UInt32.self)
        #expect(answer == 7)
    }
}
