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

    /// Creates an answer from its form in commands, on the bus and in scenario files: access and automatic sign-in `granted`,
    /// `denied`, `dismiss`; picker `PROVIDER-ID`, `other`, `cancel`; sign-in `SUBSCRIBER`, `wrong-password`, `cancel`. Nil if the
    /// kind of prompt has no such answer.
    public init?(_ text: String, to prompt: PromptKind) {
        if let answer = Self.fixed(for: prompt).first(where: { $0.text == text }) {
            self = answer
            return
        }
        switch prompt {
        case .picker where !text.isEmpty: self = .provider(text)
        case .signIn where !text.isEmpty: self = .subscriber(text)
        default: return nil
        }
    }

    /// Returns the answers to a kind of prompt that are the same in every world.
    static func fixed(for prompt: PromptKind) -> [PromptAnswer] {
        switch prompt {
        case .access, .autoSignIn: [.granted, .denied, .dismissed]
        case .picker: [.otherProvider, .cancelled]
        case .signIn: [.wrongPassword, .cancelled]
        }
    }

    /// The answer as it is displayed and written: never with a password.
    public var text: String {
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
    public var description: String { text }
    public var debugDescription: String { text }
    /// Without children: a password must not get into a log through `dump` or string interpolation.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The four kinds of prompts. The raw value is the string on the bus and in scenario files.
public enum PromptKind: String, Sendable, Hashable, CaseIterable {
    /// The permission of the app to access the account.
    case access
    /// The selection of a provider.
    case picker
    /// The sign-in to a provider.
    case signIn = "sign-in"
    /// The permission of the app to sign the user in automatically.
    case autoSignIn = "auto-sign-in"
}

/// The policy for a prompt without a queued answer. The raw value is the string on the bus and in scenario files.
public enum UnansweredPolicy: String, Sendable, Hashable, CaseIterable {
    /// Agents are asked; without any, the prompt is treated as cancelled.
    case agent
    /// It ends as if dismissed; no agent is asked.
    case dismiss
    /// It waits until an answer is queued, or the prompt is withdrawn.
    case hang
}
