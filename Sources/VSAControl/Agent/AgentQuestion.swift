import TVWorld

/// A prompt that the device passes to an agent. Its strings come from apps and providers and are not trusted.
struct AgentQuestion: Sendable, Equatable {
    enum Subject: Sendable, Equatable {
        /// Whether the app may access the subscription, with its reason, and the signed-in provider.
        case access(usageDescription: String?, providerName: String?)
        case picker(PickerSubject)
        case signIn(SignInSubject)
        case autoSignIn
    }

    /// The object path of the request that it belongs to; nil if the device does not provide it.
    var request: String?
    var application: String
    /// The app's name; its identifier if it has none.
    var applicationName: String
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

struct PickerSubject: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        var id: String
        var name: String
        var isFeatured = false
        /// Whether the device can sign in to it for this app.
        var isSupported = true
        /// Whether the app added the row.
        var isOfApplication = false
        var isDeveloper = false
    }

    /// The rows, in display order.
    var rows: [Row]
    var videoTitle: String?
    /// The reason why the picker is shown again.
    var message: String?
    /// Whether there is a row "Other TV Provider".
    var offersOther = true
}

struct SignInSubject: Sendable, Equatable {
    enum Field: String, Sendable { case username, password }

    var provider: String
    var providerName: String
    /// The prefilled user name.
    var username: String?
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
