import DBus
import DeviceInterfaces
import ProjectTesting
import Testing

@testable import AccountService

extension TestDevice {
    /// Adds a fault.
    @discardableResult
    func addFault(_ point: String, _ fields: VariantDictionary) async throws -> String {
        var fault = fields
        fault["at"] = BusVariant(point)
        return try await control.call("AddFault", fault).decode(as: String.self)
    }

    /// The faults as they are listed.
    func faults() async throws -> [VariantDictionary] {
        try await control.call("ListFaults").decode(as: [VariantDictionary].self)
    }

    /// The details of the journal's entries about an event.
    func journal(_ event: String) async throws -> [VariantDictionary] {
        try await journalEntries(event).map { try $0.required("details") }
    }

    /// The journal's entries about an event.
    func journalEntries(_ event: String) async throws -> [VariantDictionary] {
        let entries = try await control.call("ListJournal", ["limit": BusVariant(UInt32(1_000))] as VariantDictionary).decode(
            as: [VariantDictionary].self)
        return try entries.filter { try $0.required("event", as: String.self) == event }
    }
}

extension InterfaceProxy {
    /// Calls a member with arguments that differ from case to case.
    @discardableResult
    func call(_ member: MemberName, arguments: [any BusValueConvertible]) async throws -> BusMessage {
        try await connection.call(destination, path: path, interface: interface, member: member, arguments: arguments)
    }

    /// Calls a member that fails with an error of the interface for apps.
    func call(_ member: MemberName, _ details: VariantDictionary, expecting name: String) async throws {
        let error = try await #require(throws: RemoteError.self) { try await call(member, details) }
        #expect(error.shortName == name)
    }
}

extension BusSignalStream {
    /// Records what a closure returns for each signal, until the connection ends; nil, and what cannot be read, is left out.
    func recorded<Event: Sendable>(_ event: @escaping @Sendable (BusMessage) throws -> Event?) -> Recorder<Event> {
        let recorder = Recorder<Event>()
        Task {
            for await signal in self {
                if let event = try? event(signal) { recorder.record(event) }
            }
        }
        return recorder
    }
}

extension Connection {
    /// Records what a closure returns for each signal that the account has changed.
    func accountChanges<Event: Sendable>(_ event: @escaping @Sendable (BusMessage) -> Event) async throws -> Recorder<Event> {
        try await signals(MatchRule(member: "AccountChanged", path: SubscriberAccountInterface.path)).recorded(event)
    }

    /// The objects below the device's root. From then on, the connection receives their signals.
    func deviceObjects() async throws -> [ObjectPath: [InterfaceName: VariantDictionary]] {
        try await InterfaceProxy.device(self, "org.freedesktop.DBus.ObjectManager").call("GetManagedObjects")
            .decode(as: [ObjectPath: [InterfaceName: VariantDictionary]].self)
    }
}

/// The command that calls a member of the device, by default of the root.
func gdbusCall(
    _ member: String, _ arguments: [String], path: ObjectPath = SubscriberAccountInterface.path
) -> [String] {
    ["gdbus", "call", "--session", "-d", SubscriberAccountInterface.busName.string, "-o", path.string, "-m", member] + arguments
}

/// Expects that an operation is refused as InvalidArgs, with a message that contains a text.
@discardableResult
func expectInvalid<Value>(
    _ text: String? = nil, sourceLocation: SourceLocation = #_sourceLocation, _ operation: () async throws -> Value
) async throws -> RemoteError {
    let error = try await #require(throws: RemoteError.self, sourceLocation: sourceLocation) { _ = try await operation() }
    #expect(error.name == .invalidArguments, sourceLocation: sourceLocation)
    if let text { #expect(error.message.contains(text), sourceLocation: sourceLocation) }
    return error
}
