import DBus
import PrivateSession
import ProjectTesting
import Testing

/// An agent that sees what a user would see, and answers `ChooseProvider` when the test decides.
final class PickerAgent: Sendable {
    /// A picker that waits for its answer.
    struct Picker: Sendable {
        let details: VariantDictionary
        let rows: [VariantDictionary]
        fileprivate let answers: AsyncStream<[String]>.Continuation

        /// The identifiers of the rows, in order.
        var providers: [String] { rows.compactMap { try? $0["provider-identifier"]?.get(as: String.self) } }

        /// The identifiers that the app lists first.
        var featured: [String]? { try? details["featured"]?.get(as: [String].self) }

        /// Answers: an outcome and a provider.
        func answer(_ outcome: String, _ provider: String = "") { answers.yield([outcome, provider]) }
    }

    private static let path: ObjectPath = "/agent"
    let pickers = Recorder<Picker>()
    /// How often the device has withdrawn its prompt.
    let withdrawals = Recorder<Bool>()
    private let connection: Connection

    /// A registered agent on its own connection.
    init(_ daemons: Daemons) async throws {
        connection = try await Connection.open(address: daemons.bus.address)
        let interface = try #require(try BusInterface.parse(xml: Self.document).first)
        let choose = MethodHandler.asynchronous { [pickers] invocation in
            let (details, rows) = try invocation.decode(VariantDictionary.self, [VariantDictionary].self)
            let (answers, continuation) = AsyncStream.makeStream(of: [String].self)
            pickers.record(Picker(details: details, rows: rows, answers: continuation))
            for await answer in answers { return [answer[0], answer[1]] }
            throw CancellationError()
        }
        let cancel = MethodHandler.immediate { [withdrawals] _ in
            withdrawals.record(true)
            return []
        }
        let object = try BoundInterface(interface, methods: ["ChooseProvider": choose, "Cancel": cancel])
        try await connection.export(ExportedObject(interfaces: [object]), at: Self.path)
        let manager = InterfaceProxy.device(connection, "org.vsasim.SubscriberAccount1.AgentManager")
        try await manager.call("RegisterAgent", Self.path, VariantDictionary())
    }

    private static let document = """
        <node><interface name="org.vsasim.SubscriberAccount1.Agent">
        <method name="ChooseProvider"><arg type="a{sv}" direction="in"/><arg type="aa{sv}" direction="in"/>\
        <arg type="s" direction="out"/><arg type="s" direction="out"/></method>
        <method name="Cancel"/>
        </interface></node>
        """
}
