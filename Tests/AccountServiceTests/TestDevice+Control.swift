import DBus
import Testing
import VSATesting

@testable import AccountService

extension TestDevice {
    /// Adds a fault.
    @discardableResult
    func addFault(_ point: String, _ fields: Details) async throws -> String {
        var fault = fields
        fault["at"] = Variant(point)
        return try await control.call("AddFault", fault).decode(as: String.self)
    }

    /// The faults as they are listed.
    func faults() async throws -> [Details] { try await control.call("ListFaults").decode(as: [Details].self) }

    /// The details of the journal's entries about an event.
    func journal(_ event: String) async throws -> [Details] {
        try await journalEntries(event).map { try $0.required("details") }
    }

    /// The journal's entries about an event.
    func journalEntries(_ event: String) async throws -> [Details] {
        let entries = try await control.call("ListJournal", ["limit": Variant(UInt32(1_000))] as Details).decode(
            as: [Details].self)
        return try entries.filter { try $0.required("event", as: String.self) == event }
    }
}

extension Proxy {
    /// Calls a member that fails with an error of the interface for apps.
    func call(_ member: MemberName, _ details: Details, expecting name: String) async throws {
        let error = try await #require(throws: RemoteError.self) { try await call(member, details) }
        #expect(error.shortName == name)
    }
}
