import TVWorld

/// A prompt that the device passes to an agent. Its strings come from apps and providers and are not trusted.
struct AgentQuestion: Sendable, Equatable {
    /// The contents of the prompt.
    enum Subject: Sendable, Equatable {
        /// Whether the app may access the subscription, with its reason, and the signed-in provider.
        case access(usageDescription: String?, providerName: String?)
        /// The selection of a provider.
        case picker(PickerSubject)
        /// The sign-in to a provider.
        case signIn(SignInSubject)
        /// Whether the app may sign the user in automatically.
        case autoSignIn
    }

    /// The object path of the request that it belongs to; nil if the device does not provide it.
    var request: String?
    /// The app's identifier.
    var application: String
    /// The app's name; its identifier if it has none.
    var applicationName: String
    /// The contents of the prompt.
    var subject: Subject

    /// The kind, as named in commands and documents.
    var kind: PromptKind {
        switch subject {
        case .access: .access
        case .picker: .picker
        case .signIn: .signIn
        case .autoSignIn: .autoSignIn
        }
    }
}

/// The contents of the picker.
struct PickerSubject: Sendable, Equatable {
    /// A provider.
    struct Row: Sendable, Equatable {
        /// The identifier.
        var id: String
        /// The name.
        var name: String
        /// Whether the app features it.
        var isFeatured = false
        /// Whether the device can sign in to it for this app.
        var isSupported = true
        /// Whether the app added the row.
        var isOfApplication = false
        /// Whether it is a developer provider.
        var isDeveloper = false
    }

    /// The rows, in display order.
    var rows: [Row]
    /// The title of the video to be watched.
    var videoTitle: String?
    /// The reason why the picker is shown again.
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
    /// The provider's name.
    var providerName: String
    /// The prefilled user name.
    var username: String?
    /// The title of the video to be watched.
    var videoTitle: String?
    /// The number of the attempt, starting at 1.
    var attempt: UInt32 = 1
    /// The error of the previous attempt.
    var errorMessage: String?
    /// The field that the error concerns; nil: none.
    var errorField: Field?
}

extension PromptAnswer {
    /// Returns the answer for closing a kind of prompt without a decision.
    static func closing(_ kind: PromptKind) -> PromptAnswer {
        switch kind {
        case .access, .autoSignIn: .dismissed
        case .picker, .signIn: .cancelled
        }
    }
}
