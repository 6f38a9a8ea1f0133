/// An answer to a prompt, by a user, an agent or a script. Which answers are valid depends on the prompt.
public enum PromptAnswer: Sendable, Equatable {
    /// Access or automatic sign-in: allowed.
    case granted
    /// Access or automatic sign-in: denied.
    case denied
    /// Access or automatic sign-in: the prompt closed without an answer.
    case dismissed
    /// Picker: the row with this identifier.
    case provider(String)
    /// Picker: "Other TV Provider".
    case otherProvider
    /// Picker or sign-in form: cancelled.
    case cancelled
    /// Sign-in form: the entered credentials.
    case credentials(username: String, password: String)
    /// Sign-in form, scripted: this subscriber, with the right password.
    case subscriber(String)
    /// Sign-in form, scripted: a wrong password.
    case wrongPassword

    /// The answer for the journal, always without the password.
    public var journalText: String {
        switch self {
        case .granted: "granted"
        case .denied: "denied"
        case .dismissed: "dismiss"
        case .provider(let id): id
        case .otherProvider: "other"
        case .cancelled: "cancel"
        case .credentials(let username, _): username
        case .subscriber(let username): username
        case .wrongPassword: "wrong-password"
        }
    }
}

extension PromptAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { journalText }
    public var debugDescription: String { journalText }
    /// Without children: a password must not get into a log through `dump` or string interpolation.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

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
