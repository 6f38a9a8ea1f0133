import DBus
import Foundation
import ProjectTesting

/// A program that has taken the device's name on a bus, and answers apps arbitrarily.
struct RogueDevice: Sendable {
    /// Its reaction to a call.
    enum Answer: Sendable {
        /// An answer of any signature.
        case values(String, [any BusValueConvertible])
        /// An error of any name and any body.
        case error(String, [any BusValueConvertible] = [])
        /// A request object at the expected path, and the signals that it emits, in order.
        case request([(member: String, arguments: [any BusValueConvertible])])
        /// It never answers.
        case never
        /// It disconnects from the bus.
        case leaves

        /// Metadata of the account.
        static func metadata(_ entries: [String: BusVariant]) -> Answer { .values("a{sv}", [entries]) }
    }

    /// The answers by method; other methods are answered as by a device where access is granted and nobody is signed in.
    let answers: [String: Answer]

    private static let interface = "org.vsasim.SubscriberAccount1"
    private static let requestInterface: InterfaceName = "org.vsasim.SubscriberAccount1.Request"
    private static let usual: [String: Answer] = [
        "Register": .values("", []), "CheckAccessStatus": .values("s", ["granted"]), "QueryMetadata": .metadata([:]),
        "RequestMetadata": .never,
    ]
    private static let inputs = ["Register": "sa{sv}", "CheckAccessStatus": "a{sv}", "QueryMetadata": "a{sv}"]

    /// Takes the device's name on a bus.
    ///
    /// - Throws: `ConnectionError`, or the defect of the answers.
    func appear(on bus: TestBus) async throws -> Connection {
        let connection = try await bus.connect()
        let answers = Self.usual.merging(answers) { $1 }
        var methods = ""
        var handlers: [MemberName: MethodHandler] = [:]
        for (name, answer) in answers.sorted(by: { $0.key < $1.key }) {
            methods += "<method name='\(name)'>" + Self.arguments(Self.inputs[name] ?? "sa{sv}", "in")
            methods += Self.arguments(Self.output(answer), "out") + "</method>"
            handlers[try MemberName(name)] = .asynchronous { [connection] invocation in
                try await Self.perform(answer, invocation, connection)
            }
        }
        let xml = "<node><interface name='\(Self.interface)'>\(methods)</interface></node>"
        guard let interface = try IntrospectionNode(xml: xml).interfaces.first else { throw DeadlinePassed("no interface") }
        let path: ObjectPath = "/org/vsasim/SubscriberAccount1"
        try await connection.export(
            ExportedObject(interfaces: [try BoundInterface(interface, methods: handlers)]), at: path)
        try await connection.requestName(try BusName(Self.interface))
        return connection
    }

    private static func output(_ answer: Answer) -> String {
        switch answer {
        case .values(let signature, _): signature
        case .request: "o"
        case .error, .never, .leaves: ""
        }
    }

    /// One `arg` for each complete type of a signature that has at most one container.
    private static func arguments(_ signature: String, _ direction: String) -> String {
        var types: [String] = []
        var rest = Substring(signature)
        while !rest.isEmpty {
            let length = rest.hasPrefix("a{sv}") ? 5 : rest.hasPrefix("a") ? 2 : 1
            types.append(String(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return types.map { "<arg type='\($0)' direction='\(direction)'/>" }.joined()
    }

    private static func perform(
        _ answer: Answer, _ invocation: MethodInvocation, _ connection: Connection
    ) async throws -> [any BusValueConvertible] {
        switch answer {
        case .values(_, let values): return values
        case .error(let name, let extra): throw ErrorReply(try ErrorName(name), message: "nonsense", extra: extra)
        case .request(let signals): return [try await request(invocation, signals, connection)]
        case .never: break
        case .leaves: await connection.close()
        }
        // Runs until the connection ends.
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        for await _ in never { end.finish() }
        throw CancellationError()
    }

    private static func request(
        _ invocation: MethodInvocation, _ signals: [(member: String, arguments: [any BusValueConvertible])],
        _ connection: Connection
    ) async throws -> ObjectPath {
        guard let sender = invocation.sender else { throw DeadlinePassed("a request without a sender") }
        let (token, _) = try invocation.decode(String.self, VariantDictionary.self)
        let place = sender.string.dropFirst().map { $0 == "." ? "_" : String($0) }.joined()
        let path = ObjectPath(stringLiteral: "/org/vsasim/SubscriberAccount1/request/\(place)/\(token)")
        for signal in signals {
            try await connection.emit(
                path: path, interface: requestInterface, member: try MemberName(signal.member),
                arguments: signal.arguments, to: sender)
        }
        return path
    }
}
