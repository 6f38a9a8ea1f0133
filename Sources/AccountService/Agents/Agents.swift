import DBus
import Synchronization

/// The registered agents, for readers on any thread.
final class Agents: Sendable {
    /// How many agents one connection may register.
    static let maximumPerOwner = 8
    /// How many agents may be registered.
    static let maximumCount = 256

    /// The oldest first.
    private let registered = Mutex<[Agent]>([])

    /// All of them, the newest first.
    var all: [Agent] { registered.withLock { $0.reversed() } }

    /// Adds one.
    ///
    /// - Throws: `ErrorReply` (InvalidArgs) when it is there already, (LimitsExceeded) when there are too many.
    func add(_ agent: Agent) throws {
        try registered.withLock { registered in
            let own = registered.filter { $0.owner == agent.owner }
            guard !own.contains(where: { $0.path == agent.path }) else {
                throw ErrorReply(.invalidArguments, message: "path: an agent at \(agent.path) is registered already")
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

    /// Takes one out; nil when it is not there.
    func remove(_ owner: BusName, _ path: ObjectPath) -> Agent? {
        registered.withLock { registered in
            registered.firstIndex { $0.owner == owner && $0.path == path }.map { registered.remove(at: $0) }
        }
    }

    /// Takes out all agents of a connection.
    func removeAll(of owner: BusName) -> [Agent] {
        registered.withLock { registered in
            let gone = registered.filter { $0.owner == owner }
            if !gone.isEmpty { registered.removeAll { $0.owner == owner } }
            return gone
        }
    }

    /// Takes out all agents.
    func removeAll() -> [Agent] {
        registered.withLock { registered in
            defer { registered = [] }
            return registered
        }
    }

    /// Whom to ask next: the newest registered agent, at last the one that the bus starts.
    ///
    /// - Parameter tried: The identifiers of those who have been asked.
    func next(except tried: Set<String>) -> Agent? {
        let newest = registered.withLock { $0.last { !tried.contains($0.identifier) } }
        return newest ?? (tried.contains(Agent.activated.identifier) ? nil : .activated)
    }
}
