import TVWorld

/// One row of the picker.
public struct PickerRow: Sendable, Equatable {
    /// The platform identifier, or the app's own for a row of the app.
    public var providerIdentifier: String
    /// The name to show.
    public var name: String
    /// The address of the logo; empty when there is none.
    public var logoURL: String
    /// Whether the app features it: these rows come first, in the app's order.
    public var isFeatured: Bool
    /// Whether the platform can sign in there for this app; otherwise picking it ends the request with the identifier.
    public var isSupported: Bool
    /// Whether the app itself brought the row (`VSAccountApplicationProvider`).
    public var isApplicationProvider: Bool
    /// Whether it is a provider of the developer settings.
    public var isDeveloper: Bool
}

/// The provider choice.
public struct PickerQuestion: Sendable, Equatable {
    /// The rows, in the order in which they are shown.
    public var rows: [PickerRow]
    /// Whether there is a row "Other TV Provider": not beside rows of the app.
    public var offersOther: Bool
    /// The region of the list.
    public var region: Region
    /// The app's title of what is to be watched.
    public var videoTitle: String?
    /// Why the picker is shown again.
    public var message: String?

    /// The identifiers of the featured rows, in the app's order.
    public var featured: [String] { rows.filter(\.isFeatured).map(\.providerIdentifier) }
}

/// The field of a sign-in form that an error belongs to. The raw value is the text on the bus.
public enum SignInField: String, Sendable, Hashable, CaseIterable {
    /// The user name.
    case username
    /// The password.
    case password
}

/// What was wrong with the last attempt to sign in.
public struct SignInError: Sendable, Equatable {
    /// Where to show it.
    public var field: SignInField
    /// What to show.
    public var message: String

    /// An error at a field.
    public init(field: SignInField, message: String) {
        self.field = field
        self.message = message
    }
}

/// The sign-in form.
public struct SignInQuestion: Sendable, Equatable {
    /// The provider's platform identifier.
    public var provider: String
    /// The provider's name.
    public var providerName: String
    /// The user name that is filled in already: that of an account whose authentication has to be renewed.
    public var username: String?
    /// The app's title of what is to be watched.
    public var videoTitle: String?
    /// Which attempt it is, from 1.
    public var attempt: Int
    /// What was wrong with the attempt before.
    public var error: SignInError?
}

/// The permission question.
public struct AccessQuestion: Sendable, Equatable {
    /// Why the app wants to know: `NSVideoSubscriberAccountUsageDescription`.
    public var usageDescription: String
    /// The name of the provider that somebody is signed in to.
    public var providerName: String?

    /// A question.
    public init(usageDescription: String, providerName: String? = nil) {
        self.usageDescription = usageDescription
        self.providerName = providerName
    }
}

/// What a prompt asks.
public enum Question: Sendable, Equatable {
    /// May the app know the account?
    case access(AccessQuestion)
    /// Which provider?
    case picker(PickerQuestion)
    /// Who are you there?
    case signIn(SignInQuestion)
    /// May the app sign the person in by itself?
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

/// A question to a person. It belongs to one request and ends when that ends.
public struct Prompt: Sendable, Equatable {
    /// Its number.
    public var id: StepID
    /// The request that it belongs to.
    public var request: RequestID
    /// The app that asks.
    public var application: ApplicationID
    /// The app's name.
    public var applicationName: String
    /// The window over which it belongs.
    public var parentWindow: String?
    /// What it asks.
    public var question: Question
}

/// A window that the app's delegate would be asked to present: the `dialog` of the signal `Present`.
public struct Dialog: Sendable, Equatable {
    /// `picker` or `sign-in`: what the window shows first.
    public var kind: PromptKind
    /// A title for it.
    public var title: String
    /// The provider of a sign-in form.
    public var provider: String?
}
