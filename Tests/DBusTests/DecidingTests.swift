import DBus
import ProjectTesting
import Testing

/// `MethodHandler.deciding`: one method whose calls are answered at once or later, decided for each call.
@Suite("Handlers that decide for each call", .echo)
struct DecidingTests {
    private static let path: ObjectPath = "/org/example/Deciding1"
    private static let interface: InterfaceName = "org.example.Deciding1"
    private static let xml = """
        <node>
          <interface name="org.example.Deciding1">
            <!-- Even numbers are answered at once, odd ones later; from 90 on they fail. -->
            <method name="Decide"><arg type="u" direction="in"/><arg type="u" direction="out"/></method>
          </interface>
        </node>
        """

    /// Exports an object whose later answers wait at a gate.
    private func export(_ gate: Gate) async throws -> InterfaceProxy {
        let decide = MethodHandler.deciding { invocation in
            let number = try invocation.decode(UInt32.self)
            if number == 90 { throw ErrorReply(.invalidArguments, message: "at once") }
            guard number % 2 == 1 else { return .now([number]) }
            return .later {
                await gate.pass()
                if number == 91 { throw ErrorReply(.invalidArguments, message: "later") }
                return [number]
            }
        }
        let bound = try BoundInterface(try BusInterface.parse(xml: Self.xml)[0], methods: ["Decide": decide])
        try await service.export(ExportedObject(interfaces: [bound]), at: Self.path)
        return InterfaceProxy(client, service.uniqueName, path: Self.path, interface: Self.interface)
    }

    @Test("what is answered later delays neither the bus thread nor what is answered at once")
    func bothWays() async throws {
        let gate = Gate()
        let proxy = try await export(gate)
        async let later = proxy.call("Decide", UInt32(1)).decode(as: UInt32.self)
        try await gate.arrived(1)
        for number in [UInt32(2), 4, 6] {
            let answer = try await proxy.call("Decide", number).decode(as: UInt32.self)
            #expect(answer == number)
        }
        gate.open()
        #expect(try await later == 1)
    }

    @Test("both ways of answering can fail")
    func failures() async throws {
        let gate = Gate()
        let proxy = try await export(gate)
        gate.open()
        let cases: [(UInt32, String)] = [(90, "at once"), (91, "later")]
        for (number, text) in cases {
            let error = await failure { try await proxy.call("Decide", number) }
            #expect((error as? RemoteError)?.message == text)
        }
        let answer = try await proxy.call("Decide", UInt32(3)).decode(as: UInt32.self)
        #expect(answer == 3)
    }

    @Test("arguments with other types than the method's are rejected before anything is decided")
    func wrongArguments() async throws {
        let proxy = try await export(Gate())
        #expect(await errorName { try await proxy.call("Decide", "two") } == .invalidArguments)
    }

    private struct NoAnswer: Error {}

    @Test("an interface replaces the errors of its handlers, in both ways of answering")
    func replacedErrors() async throws {
        let proxy = InterfaceProxy(client, service.uniqueName, path: Self.path, interface: Self.interface)
        let handlers: [MethodHandler] = [
            .immediate { _ in throw NoAnswer() }, .asynchronous { _ in throw NoAnswer() }, .serial { _ in throw NoAnswer() },
            .replying { _, _ in throw NoAnswer() },
        ]
        for handler in handlers {
            let bound = try BoundInterface(
                try BusInterface.parse(xml: Self.xml)[0],
                replaceError: { ErrorReply(.accessDenied, message: "\(type(of: $0)) in \($1.member)") },
                methods: ["Decide": handler])
            try await service.export(ExportedObject(interfaces: [bound]), at: Self.path)
            let error = await failure { try await proxy.call("Decide", UInt32(1)) } as? RemoteError
            #expect(error?.name == .accessDenied)
            #expect(error?.message == "NoAnswer in Decide")
            await service.unexport(Self.path)
        }
    }
}
