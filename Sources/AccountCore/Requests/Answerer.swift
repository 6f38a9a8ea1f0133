/// The source of an answer.
public enum Answerer: Sendable, Hashable {
    /// A queued answer, by its number.
    case script(UInt32)
    /// An agent, by the name that the adapter assigned.
    case agent(String)

    /// The string in the journal: `script 3`, `agent NAME`.
    public var journalText: String {
        switch self {
        case .script(let id): "script \(id)"
        case .agent(let name): "agent \(name)"
        }
    }
}
