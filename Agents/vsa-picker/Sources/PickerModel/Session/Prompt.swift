/// A prompt of the daemon.
public enum Prompt: Sendable, Equatable {
    /// `RequestAccess` or `AuthorizeAutoSignIn`.
    case permission(PermissionQuestion)
    /// `ChooseProvider`.
    case providers(ProviderChoice)
    /// `SignIn`.
    case signIn(SignInForm)

    /// The origin of the prompt.
    public var origin: Origin {
        switch self {
        case .permission(let question): question.origin
        case .providers(let choice): choice.origin
        case .signIn(let form): form.origin
        }
    }

    /// The answer if the prompt closes without one.
    public var dismissal: Answer {
        switch self {
        case .permission: .dismissed
        case .providers, .signIn: .cancelled
        }
    }

    /// Returns whether an answer is valid for the prompt.
    func accepts(_ answer: Answer) -> Bool {
        switch (self, answer) {
        case (.permission, .granted), (.permission, .denied), (.permission, .dismissed): true
        case (.providers(let choice), .provider(let identifier)): choice.rows.contains { $0.identifier == identifier }
        case (.providers(let choice), .otherProvider): choice.offersOther
        case (.providers, .cancelled), (.signIn, .cancelled), (.signIn, .credentials): true
        default: false
        }
    }
}

/// The user's answer.
public enum Answer: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Allowed.
    case granted
    /// Not allowed.
    case denied
    /// The prompt closed without an answer.
    case dismissed
    /// The user selected this provider.
    case provider(String)
    /// The user selected "Other TV Provider".
    case otherProvider
    /// Cancelled.
    case cancelled
    /// The user submitted the form.
    case credentials(username: String, password: String)

    public var description: String {
        switch self {
        case .granted: AgentInterface.Decision.granted.rawValue
        case .denied: AgentInterface.Decision.denied.rawValue
        case .dismissed: AgentInterface.Decision.dismiss.rawValue
        case .provider(let identifier): identifier
        case .otherProvider: AgentInterface.Choice.other.rawValue
        case .cancelled: AgentInterface.Choice.cancel.rawValue
        case .credentials(let username, _): username
        }
    }
    public var debugDescription: String { description }
    /// Without children: a password must not get into a log through `dump` or string interpolation.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
