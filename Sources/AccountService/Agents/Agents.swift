import AccountCore
import DBus
import DeviceInterfaces
import Synchronization

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

    /// Returns the element of `ListAgents`.
    func details(prompts: Int) -> VariantDictionary {
        [
            Key.name: BusVariant(name), Key.sender: BusVariant(owner.string), Key.path: BusVariant(path),
            Key.processID: BusVariant(processID ?? 0), Key.program: BusVariant(program ?? ""),
            Key.prompts: BusVariant(UInt32(clamping: prompts)),
        ]
    }
}

/// The registered agents, accessible from any thread.
final class Agents: Sendable {
    /// The maximum number of agents that a connection may register.
    static let maximumPerOwner = 8
    /// The maximum number of agents.
    static let maximumCount = 256

    /// Oldest first.
    private let registered = Mutex<[Agent]>([])

    /// All agents, newest first.
    var all: [Agent] { registered.withLock { $0.reversed() } }

    /// Adds an agent.
    ///
    /// - Throws: `ErrorReply` (InvalidArgs) if it is already registered, (LimitsExceeded) if there are too many.
    func add(_ agent: Agent) throws {
        try registered.withLock { registered in
            let own = registered.filter { $0.owner == agent.owner }
            guard !own.contains(where: { $0.path == agent.path }) else {
                throw ErrorReply(.invalidArguments, message: "path: an agent at \(agent.path) is already registered")
            }
            guard own.count < Self.maximumPerOwner else {
                throw ErrorReply(.limitsExceeded, message: "a connection can register at most \(Self.maximumPerOwner) agents")
            }
            guard registered.count < Self.maximumCount else {
                throw ErrorReply(.limitsExceeded, message: "at most \(Self.maximumCount) agents can be registered")
            }
            registered.append(agent)
        }
    }

    /// Removes and returns the agents for which a condition holds.
    func remove(where isRemoved: (Agent) -> Bool) -> [Agent] {
        registered.withLock { registered in
            defer { registered.removeAll(where: isRemoved) }
            return registered.filter(isRemoved)
        }
    }

    /// Returns the agent to ask next: the newest registered agent, finally the one that the bus starts.
    ///
    /// - Parameter tried: The identifiers of the agents that have been asked.
    func next(except tried: Set<String>) -> Agent? {
        let newest = registered.withLock { $0.last { !tried.contains($0.identifier) } }
        return newest ?? (tried.contains(Agent.activated.identifier) ? nil : .activated)
    }
}
