import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

/// One request as its app sees it: the signals in the order of their arrival.
struct TestRequest: Sendable {
    /// The signals of a request.
    enum Event: Sendable, Equatable {
        case present(kind: String, title: String, provider: String?)
        case dismiss
        case providerSelected(String)
        case completed(VariantDictionary)
        case failed(String, String, VariantDictionary)

        /// The name of the signal.
        var name: String {
            switch self {
            case .present: "Present"
            case .dismiss: "Dismiss"
            case .providerSelected: "ProviderSelected"
            case .completed: "Completed"
            case .failed: "Failed"
            }
        }

        var isEnd: Bool { name == "Completed" || name == "Failed" }

        init?(_ signal: BusMessage) throws {
            switch signal.member {
            case "Present":
                let dialog = try signal.decode(as: VariantDictionary.self)
                self = .present(
                    kind: try dialog.required("kind"), title: try dialog.required("title"),
                    provider: try dialog.optional("provider"))
            case "Dismiss": self = .dismiss
            case "ProviderSelected": self = .providerSelected(try signal.decode(as: String.self))
            case "Completed": self = .completed(try signal.decode(as: VariantDictionary.self))
            case "Failed":
                let (name, message, info) = try signal.decode(as: String.self, String.self, VariantDictionary.self)
                self = .failed(name, message, info)
            default: return nil
            }
        }
    }

    let path: ObjectPath
    let object: InterfaceProxy
    let seen: Recorder<Event>

    /// The path that a request of a connection will have.
    static func path(_ token: String, of connection: Connection) throws -> ObjectPath {
        let sender = try #require(connection.uniqueName?.string)
        return try ObjectPath(
            "\(SubscriberAccountInterface.path)/request/\(sender.dropFirst().split(separator: ".").joined(separator: "_"))/\(token)"
        )
    }

    /// Subscribes, then makes the request.
    ///
    /// - Parameter app: The root object, as the app calls it.
    init(_ app: InterfaceProxy, _ member: MemberName, _ token: String, _ details: VariantDictionary) async throws {
        let expected = try Self.path(token, of: app.connection)
        seen = try await app.connection.signals(MatchRule(sender: SubscriberAccountInterface.busName, path: expected))
            .recorded(Event.init)
        path = try await app.call(member, token, details).decode(as: ObjectPath.self)
        #expect(path == expected)
        object = InterfaceProxy.device(app.connection, RequestInterface.name, path: path)
    }

    /// The end of the request.
    func end() async throws -> Event { try await seen.next("end of the request") { $0.isEnd } }

    /// The result of its completion.
    func completion() async throws -> VariantDictionary {
        guard case .completed(let details) = try await end() else {
            throw DeadlinePassed("the request failed: \(seen.events)")
        }
        return details
    }

    /// The error without the project's prefix, and its info.
    func failure() async throws -> (name: String, info: VariantDictionary) {
        guard case .failed(let name, _, let info) = try await end() else {
            throw DeadlinePassed("the request completed: \(seen.events)")
        }
        let prefix = "org.vsasim.SubscriberAccount1.Error."
        #expect(name.hasPrefix(prefix))
        return (String(name.dropFirst(prefix.count)), info)
    }

    /// The names of the signals so far.
    var names: [String] { seen.events.map(\.name) }
}

extension TestApp {
    /// `RequestAccess`
    func requestAccess(_ token: String = "t1", _ options: VariantDictionary = [:]) async throws -> TestRequest {
        try await TestRequest(proxy, "RequestAccess", token, options)
    }

    /// `RequestMetadata`
    func requestMetadata(_ token: String = "t1", _ request: VariantDictionary = [:]) async throws -> TestRequest {
        try await TestRequest(proxy, "RequestMetadata", token, request)
    }
}

extension TestDevice {
    /// An app with a usage description.
    func askingApp(_ id: String = "com.example.player") async throws -> TestApp { try await app(id, usage: "To watch") }

    /// `QueueAnswer`
    @discardableResult
    func answer(_ prompt: String, _ answer: String, _ more: VariantDictionary = [:]) async throws -> UInt32 {
        let details: VariantDictionary = ["prompt": BusVariant(prompt), "answer": BusVariant(answer)]
        return try await control.call("QueueAnswer", details.merging(more) { _, new in new }).decode(as: UInt32.self)
    }

    /// The journal's events since the beginning with their details as text, without those that every test has.
    func journal() async throws -> [String] {
        try await control.call("ListJournal", ["limit": BusVariant(1_000 as UInt32)] as VariantDictionary).decode(
            as: [VariantDictionary].self
        ).map {
            let details = try $0.required("details", as: VariantDictionary.self)
            let event: String = try $0.required("event")
            return ([event] + ["answer", "answered-by", "reason"].compactMap { try? details.required($0, as: String.self) })
                .joined(separator: " | ")
        }
    }

    /// `ListRequests`
    func requests() async throws -> [VariantDictionary] {
        try await control.call("ListRequests").decode(as: [VariantDictionary].self)
    }

    /// Waits until a request is at a stage.
    func waitForStage(_ stage: String, of request: TestRequest) async throws {
        try await until("the request is \(stage)") {
            try await requests().contains {
                try $0.required("request", as: ObjectPath.self) == request.path && $0.required("stage", as: String.self) == stage
            }
        }
    }
}
