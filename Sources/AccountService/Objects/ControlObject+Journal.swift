import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

/// The journal.
extension ControlObject {
    var journalMethods: [MemberName: Handler] {
        [
            Member.listJournal: .returning { call in
                let options = try call.decode(Details.self)
                let limit: UInt32 = try options.optional(Key.limit) ?? 100
                guard (1...1_000).contains(limit) else { throw InvalidInput(field: "limit", message: "must be 1 to 1000") }
                let id: String? = try options.optional(Key.applicationID)
                let entries = try await services.store.journal(
                    after: options.optional(Key.after), limit: Int(limit), application: id.map { try ApplicationID($0) })
                return entries.map(\.details)
            },
            Member.getJournalDocuments: .answering { call in
                .now([services.store.journalDocuments(of: try call.decode(Int64.self)).map(\.details)])
            },
            Member.monitorJournal: .answering { call in
                try monitors.set(call.caller(), isOn: call.decode(Bool.self))
                return .now([])
            },
        ]
    }
}
