import DBus
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
    /// Calls a member that fails with an error of the interface for apps.
    func call(_ member: MemberName, _ details: VariantDictionary, expecting name: String) async throws {
        let error = try await #require(throws: RemoteError.self) { try await call(member, details) }
        #expect(error.shortName == name)
    }
}
