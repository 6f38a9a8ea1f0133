/// A prompt that is answered with "Allow" or "Don't Allow": methods `RequestAccess` and `AuthorizeAutoSignIn`.
public struct PermissionQuestion: Sendable, Equatable {
    /// The requested permission.
    public enum Subject: Sendable, Equatable {
        /// The app may use the TV provider account.
        case access
        /// The app may sign the user in automatically.
        case automaticSignIn
    }

    /// The requested permission.
    public let subject: Subject
    /// The origin of the prompt.
    public let origin: Origin
    /// The title.
    public let title: String
    /// The app's reason, in its own words; or the effect of allowing.
    public let text: String
    /// The replacement for the app's icon.
    public let initials: Initials

    /// Creates the prompt from the arguments of a call.
    ///
    /// - Throws: `InvalidDetails` with the key.
    public init(_ subject: Subject, applicationIdentifier: String, details: Details) throws(InvalidDetails) {
        self.subject = subject
        origin = try Origin(details: details, applicationIdentifier: applicationIdentifier)
        initials = Initials(name: origin.applicationName, identifier: origin.applicationIdentifier)
        let application = DisplayText.isolated(origin.applicationName)
        switch subject {
        case .access:
            let provider = DisplayText.isolated(DisplayText.line(try details.text(Key.providerName) ?? ""))
            let account = provider.isEmpty ? "your TV provider account" : "your \(provider) account"
            title = "“\(application)” would like to use \(account)"
            text = DisplayText.paragraph(try details.text(Key.usageDescription) ?? "")
        case .automaticSignIn:
            title = "“\(application)” would like to sign you in automatically"
            text = "The app keeps its own sign-in for you, so that you do not need to sign in to it again."
        }
    }
}
