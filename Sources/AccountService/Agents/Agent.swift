import AccountCore
import DBus

/// Somebody who answers prompts for the person: registered, or started by the bus.
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

    /// An agent with the program behind its connection, as far as the bus and the kernel say.
    ///
    /// - Throws: whatever a call of the bus throws.
    static func found(owner: BusName, path: ObjectPath, name: String, on connection: Connection) async throws -> Agent {
        let processID = try await connection.credentials(of: owner).processID
        return Agent(
            owner: owner, path: path, name: name, processID: processID,
            program: processID.flatMap { try? CallerProcess(folder: "/proc/\($0)").target(of: "exe") })
    }

    /// The graphical agent that is running, by its unique name; nil when none is.
    static func runningPicker(on connection: Connection) async -> Agent? {
        guard let owner = try? await connection.nameOwner(BusNames.picker) else { return nil }
        return try? await found(owner: owner, path: activated.path, name: activated.name, on: connection)
    }

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
