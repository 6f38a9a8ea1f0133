import DBus
import Synchronization

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
                throw ErrorReply(.limitsExceeded, message: "at most \(Self.maximumPerOwner) agents of one connection")
            }
            guard registered.count < Self.maximumCount else {
                throw ErrorReply(.limitsExceeded, message: "at most \(Self.maximumCount) agents")
            }
            registered.append(agent)
        }
    }

    /// Removes and returns an agent; nil if it is not registered.
    func remove(_ owner: BusName, _ path: ObjectPath) -> Agent? {
        registered.withLock { registered in
            registered.firstIndex { $0.owner == owner && $0.path == path }.map { registered.remove(at: $0) }
        }
    }

    /// Removes and returns all agents of a connection.
    func removeAll(of owner: BusName) -> [Agent] {
        registered.withLock { registered in
            let gone = registered.filter { $0.owner == owner }
            if !gone.isEmpty { registered.removeAll { $0.owner == owner } }
            return gone
        }
    }

    func removeAll() -> [Agent] {
        registered.withLock { registered in
            defer { registered = [] }
            return registered
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
