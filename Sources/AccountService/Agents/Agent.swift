import AccountCore
import DBus

/// Somebody who answers prompts for the user: registered, or started by the bus.
struct Agent: Sendable, Hashable {
    /// The connection that registered it; the well-known name of the one that the bus starts.
    var owner: BusName
    /// Its object.
    var path: ObjectPath
    /// What people call it.
    var name: String
    /// The process behind it, where the bus tells.
    var processID: UInt32?
    /// The program that this process runs, where that can be told.
    var program: String?

    /// The graphical agent.
    static let activated = Agent(owner: BusNames.picker, path: BusNames.pickerPath, name: "Picker", processID: nil)

    /// Whether the bus starts it when it is needed.
    var isActivated: Bool { owner == BusNames.picker }

    /// What the request machine and the journal call it.
    var identifier: String { isActivated ? owner.string : "\(owner) \(path)" }

    /// The journal's details about it.
    var journalDetails: [JournalDetail] {
        var details = [JournalDetail("agent", identifier), JournalDetail(ControlKey.name.rawValue, name)]
        if let processID { details.append(JournalDetail(ControlKey.processID.rawValue, .number(Int64(processID)))) }
        return details
    }
}
