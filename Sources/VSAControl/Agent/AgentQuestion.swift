import TVWorld

/// A prompt that the device puts to an agent, as a person reads it. Texts in it are those of apps and providers: not to be trusted.
struct AgentQuestion: Sendable, Equatable {
    /// What is asked.
    enum Subject: Sendable, Equatable {
        /// May the app know the subscription?
        case access(AccessSubject)
        /// Which provider?
        case picker(PickerSubject)
        /// Who are you there?
        case signIn(SignInSubject)
        /// May the app sign the person in by itself?
        case autoSignIn
    }

    /// The request that it belongs to, an object path; nil when the device does not say.
    var request: String?
    /// The app's identifier.
    var application: String
    /// The app's name; its identifier when it has none.
    var applicationName: String
    /// What is asked.
    var subject: Subject

    /// The kind: the name in commands and documents.
    var kind: PromptKind {
        switch subject {
        case .access: .access
        case .picker: .picker
        case .signIn: .signIn
        case .autoSignIn: .autoSignIn
        }
    }
}

/// The permission question.
struct AccessSubject: Sendable, Equatable {
    /// Why the app wants to know.
    var usageDescription: String?
    /// The provider that somebody is signed in to.
    var providerName: String?
}

/// The provider choice.
struct PickerSubject: Sendable, Equatable {
    /// One provider.
    struct Row: Sendable, Equatable {
        /// Its identifier.
        var id: String
        /// Its name.
        var name: String
        /// Whether the app features it.
        var isFeatured = false
        /// Whether the device can sign in there for this app.
        var isSupported = true
        /// Whether the app itself brought the row.
        var isOfApplication = false
        /// Whether it is one of the developer settings.
        var isDeveloper = false
    }

    /// The rows, in the order in which they are shown.
    var rows: [Row]
    /// What is to be watched.
    var videoTitle: String?
    /// Why the picker is shown again.
    var message: String?
    /// Whether there is a row "Other TV Provider".
    var offersOther = true
}

/// The sign-in form.
struct SignInSubject: Sendable, Equatable {
    /// A field of the form.
    enum Field: String, Sendable { case username, password }

    /// The provider's identifier.
    var provider: String
    /// Its name.
    var providerName: String
    /// The user name that is filled in already.
    var username: String?
    /// What is to be watched.
    var videoTitle: String?
    /// Which attempt it is, from 1.
    var attempt: UInt32 = 1
    /// What was wrong with the attempt before.
    var errorMessage: String?
    /// Where to show that; nil: it belongs to no field.
    var errorField: Field?
}

/// What an agent answers. Which answers fit depends on the question.
enum AgentAnswer: Sendable, Equatable {
    /// Access and automatic sign-in.
    case granted, denied, dismissed
    /// Picker: the provider with this identifier.
    case provider(String)
    /// Picker: "Other TV Provider".
    case otherProvider
    /// Picker and sign-in form.
    case cancelled
    /// Sign-in form: what was typed.
    case credentials(username: String, password: String)

    /// What may be shown of it: never a password.
    var text: String {
        switch self {
        case .granted: "granted"
        case .denied: "denied"
        case .dismissed: "dismiss"
        case .provider(let id): id
        case .otherProvider: "other"
        case .cancelled: "cancel"
        case .credentials(let username, _): username
        }
    }

    /// What closing a prompt of a kind without a decision means.
    static func closing(_ kind: PromptKind) -> AgentAnswer {
        switch kind {
        case .access, .autoSignIn: .dismissed
        case .picker, .signIn: .cancelled
        }
    }
}

extension AgentAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { text }
    var debugDescription: String { text }
    /// Without children, so that a password gets into no log.
    var customMirror: Mirror { Mirror(self, children: []) }
}
