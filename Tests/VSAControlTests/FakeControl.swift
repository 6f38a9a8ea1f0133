import DBus
import DeviceInterfaces
import Foundation
import ProjectTesting
import Synchronization

@testable import VSAControl

/// A replacement for vsad's control interface. Every method answers as a test decides, with the interface's types.
final class FakeControl: Sendable {
    typealias Answer = @Sendable (BusMessage) throws -> [any BusValueConvertible]

    /// The device's side of the bus.
    let connection: Connection
    private let answers = Mutex<[MemberName: Answer]>([:])

    /// Takes the device's name on a bus.
    init(on bus: TestBus) async throws {
        connection = try await Connection.open(address: bus.address)
        let interface = try ControlInterface.described()
        let handlers = interface.methods.map { method in
            (method.name, MethodHandler.immediate { [self] invocation in try answer(method, invocation) })
        }
        let bound = try BoundInterface(interface, methods: Dictionary(uniqueKeysWithValues: handlers))
        try await connection.export(ExportedObject(interfaces: [bound]), at: ControlInterface.path)
        try await connection.requestName(SubscriberAccountInterface.busName)
    }

    /// Sets the answer of a method.
    func answer(_ member: MemberName, _ answer: @escaping Answer) { answers.withLock { $0[member] = answer } }

    /// Disconnects from the bus.
    func leave() async { await connection.close() }

    private func answer(_ method: BusInterface.Method, _ invocation: MethodInvocation) throws -> [any BusValueConvertible] {
        if let answer = answers.withLock({ $0[invocation.member] }) { return try answer(invocation.message) }
        return switch method.outputSignature.string {
        case "": []
        case "a{sv}": [VariantDictionary()]
        case "aa{sv}": [[VariantDictionary]()]
        case "u": [UInt32(1)]
        default: [""]
        }
    }

    /// Runs a test with a fake device on a private bus.
    static func with(_ operation: (FakeControl, DeviceControl) async throws -> Void) async throws {
        try await TestBus.with { bus in
            let fake = try await FakeControl(on: bus)
            try await operation(fake, try await DeviceControl.connect(address: bus.address))
            await fake.leave()
        }
    }
}
