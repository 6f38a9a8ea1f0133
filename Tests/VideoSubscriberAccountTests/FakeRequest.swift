import DBus
import DeviceInterfaces
import ProjectTesting

@testable import VideoSubscriberAccount

/// A request object of the replacement, and its caller's calls.
struct FakeRequest: Sendable {
    let member: MemberName
    let details: VariantDictionary
    let caller: BusName
    let path: ObjectPath
    let confirmations = Recorder<Bool>()
    let cancellations = Recorder<BusName?>()
    private let connection: Connection

    init(member: MemberName, details: VariantDictionary, caller: BusName, token: String, on connection: Connection) {
        self.member = member
        self.details = details
        self.caller = caller
        self.connection = connection
        let sender = String(caller.string.dropFirst().map { $0 == "." ? "_" : $0 })
        path = ObjectPath(stringLiteral: "/org/vsasim/SubscriberAccount1/request/\(sender)/\(token)")
    }

    /// Exports the object.
    func export() async throws {
        let bound = try BoundInterface(
            try RequestInterface.described(),
            methods: [
                RequestInterface.Member.cancel: .serial { [cancellations] in
                    cancellations.record($0.sender)
                    return []
                },
                RequestInterface.Member.confirm: .serial { [confirmations] in
                    confirmations.record(try $0.decode(Bool.self))
                    return []
                },
            ])
        try await connection.export(ExportedObject(interfaces: [bound]), at: path)
    }

    func present(_ kind: String = "picker", title: String = "Choose", provider: String? = nil) async throws {
        var dialog: VariantDictionary = ["kind": BusVariant(kind), "title": BusVariant(title)]
        if let provider { dialog["provider"] = BusVariant(provider) }
        try await emit("Present", [dialog])
    }

    func dismiss() async throws { try await emit("Dismiss") }

    /// Sends the chosen provider, and waits for the app's answer.
    func selectProvider(_ provider: String) async throws -> Bool {
        try await emit("ProviderSelected", [provider])
        return try await confirmations.next("confirmation")
    }

    func complete(_ result: VariantDictionary = [:]) async throws { try await emit("Completed", [result]) }

    func fail(_ name: String, _ message: String = "no", info: VariantDictionary = [:]) async throws {
        try await emit("Failed", ["org.vsasim.SubscriberAccount1.Error." + name, message, info])
    }

    func emit(_ member: MemberName, _ arguments: [any BusValueConvertible] = []) async throws {
        try await connection.emit(
            path: path, interface: RequestInterface.name, member: member, arguments: arguments, to: caller)
    }
}
