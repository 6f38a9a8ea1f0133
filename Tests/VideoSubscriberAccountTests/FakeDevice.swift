import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import Synchronization

@testable import VideoSubscriberAccount

/// A replacement for vsad on a private bus: it replies as a test configures it, and records its calls.
final class FakeDevice: Sendable {
    /// One call as it arrived.
    struct Call: Sendable, Equatable {
        var member: String
        var sender: BusName?
        var application: String?
        var details: VariantDictionary
    }

    typealias Answer<Result> = @Sendable (VariantDictionary) async throws -> Result
    /// The device's handling of a request object.
    typealias Script = @Sendable (FakeRequest) async throws -> Void

    private struct Answers {
        var status: Answer<String> = { _ in "granted" }
        var metadata: Answer<VariantDictionary> = { _ in [:] }
        var registration: (@Sendable (String) throws -> Void)?
        var script: Script = { try await $0.complete() }
        var refusal: (@Sendable () async throws -> Void)?
        var accounts: @Sendable (AccountCall) throws -> [any BusValueConvertible] = { _ in [] }
    }

    /// A call of the interface for user accounts.
    struct AccountCall: Sendable, Equatable {
        var member: MemberName
        var arguments: [BusValue]
    }

    let calls = Recorder<Call>()
    /// All requests that were made.
    let requests = Recorder<FakeRequest>()
    let accountCalls = Recorder<AccountCall>()
    private let answers = Mutex(Answers())
    let connection: Connection

    /// Takes the device's name on a bus, or queues for it.
    init(on bus: TestBus, isSuccessor: Bool = false) async throws {
        connection = try await Connection.open(address: bus.address)
        let bound = try BoundInterface(
            try SubscriberAccountInterface.described(),
            methods: [
                SubscriberAccountInterface.Member.register: .serial { [self] in try register($0) },
                SubscriberAccountInterface.Member.checkAccessStatus: .serial { [self] in [try await checkAccessStatus($0)] },
                SubscriberAccountInterface.Member.queryMetadata: .serial { [self] in [try await queryMetadata($0)] },
                SubscriberAccountInterface.Member.requestAccess: .replying { [self] in try await request($0, $1) },
                SubscriberAccountInterface.Member.requestMetadata: .replying { [self] in try await request($0, $1) },
            ],
            properties: ["Version": .constant(UInt32(1)), "Region": .constant("US")])
        let accounts = try UserAccountsInterface.described()
        var handlers = Dictionary(
            uniqueKeysWithValues: accounts.methods.map { ($0.name, MethodHandler.serial { [self] in try userAccounts($0) }) })
        handlers[UserAccountsInterface.Member.requestAutoSignInAuthorization] = .replying { [self] in try await request($0, $1) }
        let boundAccounts = try BoundInterface(accounts, methods: handlers)
        try await connection.export(ExportedObject(interfaces: [bound, boundAccounts]), at: SubscriberAccountInterface.path)
        try await connection.requestName(SubscriberAccountInterface.busName, queue: isSuccessor)
    }

    /// Disconnects from the bus, like a daemon that ends.
    func leave() async { await connection.close() }

    /// Sets the answer of `CheckAccessStatus`.
    func answerStatus(_ answer: @escaping Answer<String>) { answers.withLock { $0.status = answer } }

    /// Sets the answer of `QueryMetadata`.
    func answerMetadata(_ answer: @escaping Answer<VariantDictionary>) { answers.withLock { $0.metadata = answer } }

    /// Sets the behaviour of `Register`.
    func answerRegistration(_ answer: @escaping @Sendable (String) throws -> Void) {
        answers.withLock { $0.registration = answer }
    }

    /// Sets the script of request objects.
    func answerRequests(_ script: @escaping Script) { answers.withLock { $0.script = script } }

    /// Sets the answer of the calls that create request objects.
    func refuseRequests(_ refusal: @escaping @Sendable () async throws -> Void) { answers.withLock { $0.refusal = refusal } }

    /// Sets the answers of the interface for user accounts.
    func answerAccounts(_ answer: @escaping @Sendable (AccountCall) throws -> [any BusValueConvertible]) {
        answers.withLock { $0.accounts = answer }
    }

    /// An error of the device.
    static func error(_ name: String, _ message: String = "no", info: VariantDictionary = [:]) throws -> ErrorReply {
        ErrorReply(try ErrorName(SubscriberAccountInterface.errorPrefix + name), message: message, extra: [info])
    }

    private func register(_ invocation: MethodInvocation) throws -> [any BusValueConvertible] {
        let (application, details) = try invocation.decode(String.self, VariantDictionary.self)
        calls.record(Call(member: "Register", sender: invocation.sender, application: application, details: details))
        try answers.withLock { $0.registration }?(application)
        return []
    }

    private func checkAccessStatus(_ invocation: MethodInvocation) async throws -> String {
        let details = try invocation.decode(VariantDictionary.self)
        calls.record(Call(member: "CheckAccessStatus", sender: invocation.sender, details: details))
        return try await answers.withLock { $0.status }(details)
    }

    private func queryMetadata(_ invocation: MethodInvocation) async throws -> VariantDictionary {
        let details = try invocation.decode(VariantDictionary.self)
        calls.record(Call(member: "QueryMetadata", sender: invocation.sender, details: details))
        return try await answers.withLock { $0.metadata }(details)
    }

    private func userAccounts(_ invocation: MethodInvocation) throws -> [any BusValueConvertible] {
        let call = AccountCall(member: invocation.member, arguments: invocation.message.body)
        accountCalls.record(call)
        return try answers.withLock { $0.accounts }(call)
    }

    /// Creates a request object, and runs the script on it after the reply, like vsad.
    private func request(_ invocation: MethodInvocation, _ reply: BusReply) async throws {
        let (token, details) = try invocation.decode(String.self, VariantDictionary.self)
        calls.record(Call(member: invocation.member.string, sender: invocation.sender, details: details))
        try await answers.withLock { $0.refusal }?()
        guard let caller = invocation.sender else { throw DeadlinePassed("a call without a sender") }
        let request = FakeRequest(member: invocation.member, details: details, caller: caller, token: token, on: connection)
        try await request.export()
        requests.record(request)
        await reply.send([request.path], on: connection)
        let script = answers.withLock { $0.script }
        Task { try await script(request) }
    }
}

extension FakeDevice {
    /// Runs a test with a device on a private bus.
    static func withBus(_ operation: (TestBus, FakeDevice) async throws -> Void) async throws {
        try await TestBus.with { bus in
            let device = try await FakeDevice(on: bus)
            try await operation(bus, device)
            await device.leave()
        }
    }

    /// Runs a test with a device on a private bus and a manager that uses it.
    static func with(
        identity: ApplicationIdentity = ApplicationIdentity(), _ operation: (FakeDevice, VSAccountManager) async throws -> Void
    ) async throws {
        try await withBus { bus, device in try await operation(device, manager(on: bus, identity)) }
    }

    /// Runs a test with a device on a private bus and a link to it.
    static func withLink(_ operation: (FakeDevice, DeviceLink) async throws -> Void) async throws {
        try await withBus { bus, device in try await operation(device, link(on: bus)) }
    }

    /// A manager with its own queue.
    static func manager(on bus: TestBus, _ identity: ApplicationIdentity = ApplicationIdentity()) -> VSAccountManager {
        VSAccountManager(device: link(on: bus) { identity }, queue: RequestQueue())
    }

    /// A link to the device on a bus, like an app's.
    static func link(
        on bus: TestBus, _ identity: @escaping @Sendable () -> ApplicationIdentity = { ApplicationIdentity() }
    ) -> DeviceLink {
        let address = bus.address
        return DeviceLink(identity: identity, connect: { try await Connection.open(address: address) })
    }
}
