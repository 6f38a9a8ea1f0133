import TVWorld

/// A row of the picker.
public struct PickerRow: Sendable, Equatable {
    /// The platform identifier, or the app's own for a row of the app.
    public var providerIdentifier: String
    /// The name to display.
    public var name: String
    /// The URL of the logo; empty if there is none.
    public var logoURL: String
    /// Whether the app features it: featured rows are first, in the app's order.
    public var isFeatured: Bool
    /// Whether the platform can sign in to it for this app; otherwise, selecting it ends the request with its identifier.
    public var isSupported: Bool
    /// Whether the app added the row (`VSAccountApplicationProvider`).
    public var isApplicationProvider: Bool
    /// Whether it is a developer provider.
    public var isDeveloper: Bool
}

/// The contents of the picker.
public struct PickerQuestion: Sendable, Equatable {
    /// The rows, in display order.
    public var rows: [PickerRow]
    /// Whether there is a row "Other TV Provider": not in addition to rows of the app.
    public var offersOther: Bool
    /// The region of the list.
    public var region: Region
    /// The app's title of the video to be watched.
    public var videoTitle: String?
    /// The reason why the picker is shown again.
    public var message: String?

    /// The identifiers of the featured rows, in the app's order.
    public var featured: [String] { rows.filter(\.isFeatured).map(\.providerIdentifier) }
}

/// The field of a sign-in form that an error concerns. The raw value is the string on the bus.
public enum SignInField: String, Sendable, Hashable, CaseIterable {
    /// The user name.
    case username
    /// The password.
    case password
}

/// The error of the last attempt to sign in.
public struct SignInError: Sendable, Equatable {
    /// The field at which to show it.
    public var field: SignInField
    /// The message to show.
    public var message: String
}

/// The sign-in form.
public struct SignInQuestion: Sendable, Equatable {
    /// The provider's platform identifier.
    public var provider: String
    /// The provider's name.
    public var providerName: String
    /// The prefilled user name: that of an account whose authentication must be renewed.
    public var username: String?
    /// The app's title of the video to be watched.
    public var videoTitle: String?
    /// The number of the attempt, starting at 1.
    public var attempt: Int
    /// The error of the previous attempt.
    public var error: SignInError?
}

/// The permission prompt.
public struct AccessQuestion: Sendable, Equatable {
    /// The reason for access: `NSVideoSubscriberAccountUsageDescription`.
    public var usageDescription: String
    /// The name of the signed-in provider.
    public var providerName: String?
}

/// The contents of a prompt.
public enum Question: Sendable, Equatable {
    /// Whether the app may access the account.
    case access(AccessQuestion)
    /// The selection of a provider.
    case picker(PickerQuestion)
    /// The sign-in to a provider.
    case signIn(SignInQuestion)
    /// Whether the app may sign the user in automatically.
    case autoSignIn

    /// The kind.
    public var kind: PromptKind {
        switch self {
        case .access: .access
        case .picker: .picker
        case .signIn: .signIn
        case .autoSignIn: .autoSignIn
        }
    }

    /// The provider that a sign-in form belongs to.
    var provider: String? { if case .signIn(let question) = self { question.provider } else { nil } }
}

/// A prompt for the user. It belongs to one request and ends with it.
public struct Prompt: Sendable, Equatable {
    /// The number.
    public var id: StepID
    /// The request that it belongs to.
    public var request: InterruptingRequest
    /// The contents.
    public var question: Question
}

/// A window that the app's delegate is asked to present: the `dialog` of the signal `Present`.
public struct Dialog: Sendable, Equatable {
    /// `picker` or `sign-in`: the first contents of the window.
    public var kind: PromptKind
    /// The title.
    public var title: String
    /// The provider of a sign-in form.
    public var provider: String?
}
