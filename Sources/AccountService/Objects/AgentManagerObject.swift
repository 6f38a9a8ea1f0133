import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Member = AgentManagerInterface.Member

/// The root object's interface for agents, which answer prompts.
struct AgentManagerObject: Sendable {
    let agents: Agents
    let prompts: AgentPrompts
    let objects: DeviceObjects
    let journal: Journal
    let callers: Callers

    /// The maximum length of an agent's name, in bytes.
    private static let maximumNameLength = 255

    func bound() throws -> BoundInterface {
        try BoundInterface(
            AgentManagerInterface.described(), authorize: callers.authorize,
            replaceError: { error, _ in errorReply(for: error) },
            methods: [Member.registerAgent: .performing(registerAgent), Member.unregisterAgent: .performing(unregisterAgent)])
    }

    @Sendable private func registerAgent(_ invocation: MethodInvocation) async throws {
        let (path, options) = try invocation.decode(ObjectPath.self, VariantDictionary.self)
        let owner = try invocation.caller()
        let name: String = try options.optional(ControlInterface.Key.name) ?? owner.string
        guard (1...Self.maximumNameLength).contains(name.utf8.count) else {
            throw InvalidInput(field: "name", message: "must be 1 to \(Self.maximumNameLength) bytes")
        }
        let connection = invocation.connection
        let agent = try await Agent.found(owner: owner, path: path, name: name, on: connection)
        try agents.add(agent)
        // Queried after it was added: if it had left before, it would never be removed.
        guard try await connection.nameOwner(owner) != nil else {
            await remove(agents.remove { $0.owner == owner && $0.path == path }, reason: "it left the bus", on: connection)
            throw ErrorReply(.noReply, message: "the caller has left the bus")
        }
        await objects.update(.agent, on: connection)
        journal.record(JournalRecord(.agentRegistered, details: agent.journalDetails))
    }

    @Sendable private func unregisterAgent(_ invocation: MethodInvocation) async throws {
        let path = try invocation.decode(ObjectPath.self)
        let owner = try invocation.caller()
        let removed = agents.remove { $0.owner == owner && $0.path == path }
        guard !removed.isEmpty else {
            throw InvalidInput(field: "path", message: "must be that of an agent which the caller has registered")
        }
        await remove(removed, reason: "it unregistered", isPresent: true, on: invocation.connection)
    }

    /// Removes the agents of a connection that has left the bus.
    func forget(_ owner: BusName, on connection: Connection) async {
        await remove(agents.remove { $0.owner == owner }, reason: "it left the bus", on: connection)
    }

    /// Notifies every agent that the daemon is stopping.
    func releaseAll() async {
        for agent in agents.remove(where: { _ in true }) { await prompts.release(agent) }
    }

    private func remove(
        _ removed: [Agent], reason: String, isPresent: Bool = false, on connection: Connection
    ) async {
        guard !removed.isEmpty else { return }
        await objects.update(.agent, on: connection)
        for agent in removed {
            journal.record(
                JournalRecord(.agentUnregistered, details: agent.journalDetails + [JournalDetail("reason", reason)]))
            await prompts.remove(agent, reason: reason, isPresent: isPresent)
        }
    }
}
