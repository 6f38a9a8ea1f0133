import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// The journal.
extension ControlObject {
    var journalMethods: [MemberName: MethodHandler] {
        [
            Member.listJournal: .returning { call in
                let (after, limit, application) = try Self.journalRequest(call.decode(VariantDictionary.self))
                let entries = try await services.store.journalEntries(after: after, limit: limit, application: application)
                return entries.map(\.details)
            },
            Member.getJournalDocuments: .deciding { call in
                .now([services.journal.documents(of: try call.decode(Int64.self)).map(\.details)])
            },
            Member.monitorJournal: .deciding { call in
                try monitors.set(call.caller(), isOn: call.decode(Bool.self))
                return .now([])
            },
        ]
    }

    // With these statements in the handler, the optimizer of Swift 6.3.1 crashes.
    private static func journalRequest(_ options: VariantDictionary) throws -> (
        after: Int64?, limit: Int, application: ApplicationID?
    ) {
        let limit: UInt32 = try options.optional(Key.limit) ?? 100
        guard (1...1_000).contains(limit) else { throw InvalidInput(field: "limit", message: "must be 1 to 1000") }
        let id: String? = try options.optional(Key.applicationID)
        return (try options.optional(Key.after), Int(limit), try id.map { try ApplicationID($0, field: Key.applicationID) })
    }
}
