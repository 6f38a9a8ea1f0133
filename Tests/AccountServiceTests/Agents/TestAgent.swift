import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

/// An agent that a test controls: it stores the prompts, and answers when the test decides.
final class TestAgent: Sendable {
    typealias Results = Result<[any BusValueConvertible], any Error>

    /// A call that waits for its answer.
    struct Asked: Sendable {
        /// The method.
        var member: String
        /// The app, or the provider of `SignIn`; empty for `ChooseProvider`.
        var subject: String
        var details: VariantDictionary
        /// The rows of `ChooseProvider`.
        var rows: [VariantDictionary]
        /// The bus name that the device called.
        var destination: BusName?
        fileprivate let replies: AsyncStream<Results>.Continuation

        /// The app that makes the request.
        var application: String {
            get throws { member == "RequestAccess" ? subject : try details.required("application-id") }
        }

        /// Answers the call.
        func answer(_ results: any BusValueConvertible...) { replies.yield(.success(results)) }

        /// Answers the call with values of any types.
        func answer(values: [BusValue]) { replies.yield(.success(values.map { Loose(dbusValue: $0) })) }

        /// Answers the call with an error.
        func fail() { replies.yield(.failure(ErrorReply(.failed, message: "the agent broke"))) }
    }

    static let path: ObjectPath = "/agent"
    let connection: Connection
    let manager: InterfaceProxy
    /// The prompts that it received.
    let prompts = Recorder<Asked>()
    /// Calls of `Cancel` and `Release`, and the prompts, in order.
    let log = Recorder<String>()

    /// - Parameter types: Types of replies that differ from those of the interface.
    init(_ connection: Connection, at path: ObjectPath = TestAgent.path, types: [String: [String]] = [:]) async throws {
        self.connection = connection
        manager = InterfaceProxy.device(connection, AgentManagerInterface.name)
        let interface = try #require(try BusInterface.parse(xml: Self.interface(types)).first)
        // Logged on the bus thread, so that the log has the order of the bus.
        let asked = MethodHandler.deciding { [prompts, log] invocation in
            log.record(invocation.member.string)
            return .later { try await Self.ask(invocation, prompts) }
        }
        let told = MethodHandler.immediate { [log] invocation in
            log.record(invocation.member.string)
            return []
        }
        let object = try BoundInterface(
            interface,
            methods: [
                "RequestAccess": asked, "SignIn": asked, "AuthorizeAutoSignIn": asked, "ChooseProvider": asked, "Cancel": told,
                "Release": told,
            ])
        try await connection.export(ExportedObject(interfaces: [object]), at: path)
    }

    /// `RegisterAgent`
    func register(_ path: ObjectPath = TestAgent.path, name: String? = nil) async throws {
        try await manager.call("RegisterAgent", path, name.map { ["name": BusVariant($0)] } ?? VariantDictionary())
    }

    /// `UnregisterAgent`
    func unregister(_ path: ObjectPath = TestAgent.path) async throws { try await manager.call("UnregisterAgent", path) }

    /// The next prompt.
    func next(_ member: String? = nil) async throws -> Asked {
        try await prompts.next(member ?? "prompt") { member == nil || $0.member == member }
    }

    private static func ask(
        _ invocation: MethodInvocation, _ prompts: Recorder<Asked>
    ) async throws -> [any BusValueConvertible] {
        let (replies, continuation) = AsyncStream.makeStream(of: Results.self)
        var asked = Asked(
            member: invocation.member.string, subject: "", details: [:], rows: [], destination: invocation.message.destination,
            replies: continuation)
        if invocation.member == "ChooseProvider" {
            (asked.details, asked.rows) = try invocation.decode(VariantDictionary.self, [VariantDictionary].self)
        } else {
            (asked.subject, asked.details) = try invocation.decode(String.self, VariantDictionary.self)
        }
        prompts.record(asked)
        for await reply in replies { return try reply.get() }
        throw CancellationError()
    }

    private static func interface(_ types: [String: [String]]) -> String {
        let methods = [
            ("RequestAccess", ["s", "a{sv}"], ["s"]), ("ChooseProvider", ["a{sv}", "aa{sv}"], ["s", "s"]),
            ("SignIn", ["s", "a{sv}"], ["a{sv}"]), ("AuthorizeAutoSignIn", ["s", "a{sv}"], ["s"]), ("Cancel", [], []),
            ("Release", [], []),
        ].map { name, inputs, outputs in
            let arguments =
                inputs.map { "<arg type=\"\($0)\" direction=\"in\"/>" }
                + (types[name] ?? outputs).map { "<arg type=\"\($0)\" direction=\"out\"/>" }
            return "<method name=\"\(name)\">\(arguments.joined())</method>"
        }
        return "<node><interface name=\"\(AgentInterface.name)\">\(methods.joined())</interface></node>"
    }
}

/// A value of any type.
private struct Loose: BusValueConvertible {
    static var signature: BusSignature { "v" }
    var dbusValue: BusValue
}

extension TestDevice {
    /// A registered agent on its own connection.
    func agent(_ name: String? = nil, types: [String: [String]] = [:]) async throws -> TestAgent {
        let agent = try await TestAgent(try await bus.connect(), types: types)
        try await agent.register(name: name)
        return agent
    }

    /// `ListAgents`
    func agents() async throws -> [VariantDictionary] {
        try await control.call("ListAgents").decode(as: [VariantDictionary].self)
    }
}
