/// A question of the daemon.
public enum Prompt: Sendable, Equatable {
    /// `RequestAccess` or `AuthorizeAutoSignIn`.
    case permission(PermissionQuestion)
    /// `ChooseProvider`.
    case providers(ProviderChoice)
    /// `SignIn`.
    case signIn(SignInForm)

    /// What it belongs to.
    public var origin: Origin {
        switch self {
        case .permission(let question): question.origin
        case .providers(let choice): choice.origin
        case .signIn(let form): form.origin
        }
    }

    /// The answer when it goes away without one.
    public var dismissal: Answer {
        switch self {
        case .permission: .dismissed
        case .providers, .signIn: .cancelled
        }
    }

    /// Whether an answer belongs to the question.
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

/// What the user answered.
public enum Answer: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Allowed.
    case granted
    /// Not allowed.
    case denied
    /// Went away without an answer.
    case dismissed
    /// This provider.
    case provider(String)
    /// "Other TV Provider".
    case otherProvider
    /// Cancelled.
    case cancelled
    /// The form, filled in.
    case credentials(username: String, password: String)

    public var description: String {
        switch self {
        case .granted: "granted"
        case .denied: "denied"
        case .dismissed: "dismiss"
        case .provider(let identifier): identifier
        case .otherProvider: "other"
        case .cancelled: "cancel"
        case .credentials(let username, _): username
        }
    }
    public var debugDescription: String { description }
    /// Without children: a password must not get into a log by way of `dump` or an interpolation.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
