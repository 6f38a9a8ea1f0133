import AccountCore
import DBus
import DeviceInterfaces

private typealias Key = ControlInterface.Key

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
    static let activated = Agent(owner: AgentInterface.busName, path: AgentInterface.path, name: "Picker", processID: nil)

    /// Returns an agent with the process and program of its connection, if they can be determined.
    ///
    /// - Throws: Any error of a bus call.
    static func found(owner: BusName, path: ObjectPath, name: String, on connection: Connection) async throws -> Agent {
        let processID = try await connection.credentials(of: owner).processID
        return Agent(
            owner: owner, path: path, name: name, processID: processID,
            program: processID.flatMap { try? CallerProcess(folder: "/proc/\($0)").target(of: "exe") })
    }

    /// Returns the running graphical agent, with its unique name, or `nil` if it is not running.
    static func runningPicker(on connection: Connection) async -> Agent? {
        guard let owner = try? await connection.nameOwner(AgentInterface.busName) else { return nil }
        return try? await found(owner: owner, path: activated.path, name: activated.name, on: connection)
    }

    /// Whether the bus starts it on demand.
    var isActivated: Bool { owner == AgentInterface.busName }

    /// The name in the request machine and the journal.
    var identifier: String { isActivated ? owner.string : "\(owner) \(path)" }

    var journalDetails: [JournalDetail] {
        var details = [JournalDetail("agent", identifier), JournalDetail(Key.name, name)]
        if let processID { details.append(JournalDetail(Key.processID, .number(Int64(processID)))) }
        return details
    }

    /// The element of `ListAgents`.
    func details(prompts: Int) -> VariantDictionary {
        [
            Key.name: BusVariant(name), Key.sender: BusVariant(owner.string), Key.path: BusVariant(path),
            Key.processID: BusVariant(processID ?? 0), Key.program: BusVariant(program ?? ""),
            Key.prompts: BusVariant(UInt32(clamping: prompts)),
        ]
    }
}
