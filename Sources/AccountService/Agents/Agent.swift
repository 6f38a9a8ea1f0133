import AccountCore
import DBus

/// An agent that answers prompts on behalf of the user: registered, or started by the bus.
struct Agent: Sendable, Hashable {
    /// The connection that registered it; for the agent that the bus starts, its well-known name.
    var owner: BusName
    /// Its object.
    var path: ObjectPath
    /// The display name.
    var name: String
    /// Its process, if the bus provides it.
    var processID: UInt32?
    /// The program of this process, if it is known.
    var program: String?

    /// The graphical agent.
    static let activated = Agent(owner: BusNames.picker, path: BusNames.pickerPath, name: "Picker", processID: nil)

    /// Whether the bus starts it on demand.
    var isActivated: Bool { owner == BusNames.picker }

    /// The name in the request machine and the journal.
    var identifier: String { isActivated ? owner.string : "\(owner) \(path)" }

    /// The details for the journal.
    var journalDetails: [JournalDetail] {
        var details = [JournalDetail("agent", identifier), JournalDetail(ControlKey.name.rawValue, name)]
        if let processID { details.append(JournalDetail(ControlKey.processID.rawValue, .number(Int64(processID)))) }
        return details
    }
}
