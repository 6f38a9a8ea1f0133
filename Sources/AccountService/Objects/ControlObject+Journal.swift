import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The journal.
extension ControlObject {
    /// The handlers of this topic.
    var journalMethods: [MemberName: Handler] {
        [
            Member.listJournal: .ordered(listJournal), Member.getJournalDocuments: .answering(getJournalDocuments),
            Member.monitorJournal: .answering(monitorJournal),
        ]
    }

    @Sendable private func listJournal(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let options = try invocation.decode(Details.self)
        let limit: UInt32 = try options.optional(ControlInterface.Key.limit) ?? 100
        guard (1...1_000).contains(limit) else { throw InvalidInput(field: "limit", message: "must be 1 to 1000") }
        let id: String? = try options.optional(ControlInterface.Key.applicationID)
        let entries = try await services.store.journal(
            after: options.optional(ControlInterface.Key.after), limit: Int(limit), application: id.map { try ApplicationID($0) })
        return [entries.map(\.details)]
    }

    @Sendable private func getJournalDocuments(_ invocation: Invocation) throws -> Answer {
        .now([services.store.journalDocuments(of: try invocation.decode(Int64.self)).map(\.details)])
    }

    @Sendable private func monitorJournal(_ invocation: Invocation) throws -> Answer {
        try monitors.set(invocation.caller(), isOn: invocation.decode(Bool.self))
        return .now([])
    }
}
