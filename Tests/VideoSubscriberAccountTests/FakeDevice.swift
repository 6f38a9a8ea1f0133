import DBus
import Foundation
import Synchronization
import VSATesting

@testable import VideoSubscriberAccount

/// A stand-in for vsad on a private bus: it answers what a test tells it to, and keeps what it was asked.
final class FakeDevice: Sendable {
    /// One call as it arrived.
    struct Call: Sendable, Equatable {
        var member: String
        var sender: BusName?
        var application: String?
        var details: Details
    }

    typealias Answer<Result> = @Sendable (Details) async throws -> Result

    private struct Answers {
        var status: Answer<String> = { _ in "granted" }
        var metadata: Answer<Details> = { _ in [:] }
        var registration: (@Sendable (String) throws -> Void)?
    }

    let calls = Recorder<Call>()
    private let answers = Mutex(Answers())
    private let connection: Connection

    /// The interface for apps, from the checked-in XML.
    static func interface() throws -> Interface {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("dbus/interfaces/org.vsasim.SubscriberAccount1.xml")
        let interfaces = try IntrospectionNode(xml: try String(contentsOf: file, encoding: .utf8)).interfaces
        guard let interface = interfaces.first(where: { $0.name == WireNames.interface }) else {
            throw DeadlinePassed("\(file.path) lacks the interface for apps")
        }
        return interface
    }

    /// Takes the device's name on a bus, or waits in line for it.
    init(on bus: TestBus, isSuccessor: Bool = false) async throws {
        connection = try await Connection.open(address: bus.address)
        let bound = try BoundInterface(
            try Self.interface(),
            methods: [
                WireNames.register: .serial { [self] in try register($0) },
                WireNames.checkAccessStatus: .serial { [self] in [try await checkAccessStatus($0)] },
                WireNames.queryMetadata: .serial { [self] in [try await queryMetadata($0)] },
            ],
            properties: ["Version": .constant(UInt32(1)), "Region": .constant("US")])
        try await connection.export(ExportedObject(interfaces: [bound]), at: WireNames.path)
        try await connection.requestName(WireNames.busName, queue: isSuccessor)
    }

    /// Leaves the bus, as the daemon does when it ends.
    func leave() async { await connection.close() }

    /// What `CheckAccessStatus` answers from now on.
    func answerStatus(_ answer: @escaping Answer<String>) { answers.withLock { $0.status = answer } }

    /// What `QueryMetadata` answers from now on.
    func answerMetadata(_ answer: @escaping Answer<Details>) { answers.withLock { $0.metadata = answer } }

    /// What `Register` does from now on.
    func answerRegistration(_ answer: @escaping @Sendable (String) throws -> Void) {
        answers.withLock { $0.registration = answer }
    }

    /// An error of the device.
    static func error(_ name: String, _ message: String = "no", info: Details = [:]) throws -> ErrorReply {
        ErrorReply(try ErrorName(WireNames.errorPrefix + name), message: message, extra: [info])
    }

    private func register(_ invocation: Invocation) throws -> [any ValueConvertible] {
        let (application, details) = try invocation.decode(String.self, Details.self)
        calls.record(Call(member: "Register", sender: invocation.sender, application: application, details: details))
        try answers.withLock { $0.registration }?(application)
        return []
    }

    private func checkAccessStatus(_ invocation: Invocation) async throws -> String {
        let details = try invocation.decode(Details.self)
        calls.record(Call(member: "CheckAccessStatus", sender: invocation.sender, details: details))
        return try await answers.withLock { $0.status }(details)
    }

    private func queryMetadata(_ invocation: Invocation) async throws -> Details {
        let details = try invocation.decode(Details.self)
        calls.record(Call(member: "QueryMetadata", sender: invocation.sender, details: details))
        return try await answers.withLock { $0.metadata }(details)
    }
}

extension FakeDevice {
    /// Runs a test with a device on a private bus and a manager that talks to it.
    static func with(
        identity: ApplicationIdentity = ApplicationIdentity(identifier: nil, usageDescription: nil),
        _ operation: (FakeDevice, VSAccountManager) async throws -> Void
    ) async throws {
        try await TestBus.with { bus in
            let device = try await FakeDevice(on: bus)
            let address = bus.address
            let link = DeviceLink(identity: { identity }, connect: { try await Connection.open(address: address) })
            try await operation(device, VSAccountManager(device: SystemAccount(link: link), queue: RequestQueue()))
            await device.leave()
        }
    }
}
