/// A question that is answered with "Allow" or "Don't Allow": methods `RequestAccess` and `AuthorizeAutoSignIn`.
public struct PermissionQuestion: Sendable, Equatable {
    /// What may be allowed.
    public enum Subject: Sendable, Equatable {
        /// That the app uses the TV provider account.
        case access
        /// That the app signs the user in by itself.
        case automaticSignIn
    }

    /// What may be allowed.
    public let subject: Subject
    /// What the question belongs to.
    public let origin: Origin
    /// The question.
    public let title: String
    /// The app's reason, in its own words; or what allowing means.
    public let text: String
    /// Drawn in place of the app's icon.
    public let initials: Initials

    /// Reads the arguments of a call.
    ///
    /// - Throws: `InvalidDetails` naming the key.
    public init(_ subject: Subject, applicationIdentifier: String, details: Details) throws(InvalidDetails) {
        self.subject = subject
        origin = try Origin(details: details, applicationIdentifier: applicationIdentifier)
        initials = Initials(name: origin.applicationName, identifier: origin.applicationIdentifier)
        let application = DisplayText.isolated(origin.applicationName)
        switch subject {
        case .access:
            let provider = DisplayText.isolated(DisplayText.line(try details.text("provider-name") ?? ""))
            let account = provider.isEmpty ? "your TV provider account" : "your \(provider) account"
            title = "“\(application)” would like to use \(account)"
            text = DisplayText.paragraph(try details.text("usage-description") ?? "")
        case .automaticSignIn:
            title = "“\(application)” would like to sign you in automatically"
            text = "The app keeps a sign-in of its own for you, so that you need not sign in to it again."
        }
    }
}
