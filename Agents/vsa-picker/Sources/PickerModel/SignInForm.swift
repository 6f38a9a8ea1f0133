/// The sign-in form of a provider: method `SignIn`.
public struct SignInForm: Sendable, Equatable {
    /// The place of an error.
    public enum Field: String, Sendable, Equatable {
        /// At the user name.
        case username
        /// At the password.
        case password
        /// Above the form.
        case form = ""
    }

    /// An error with its place.
    public struct Problem: Sendable, Equatable {
        /// The place.
        public let field: Field
        /// The message.
        public let message: String

        /// Creates an error.
        public init(field: Field, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// The maximum length of a user name or password, in bytes.
    public static let inputLimit = 1024

    /// The origin of the prompt.
    public let origin: Origin
    /// The provider's identifier.
    public let provider: String
    /// The provider's name.
    public let providerName: String
    /// The replacement for the provider's logo.
    public let initials: Initials
    /// The line below the heading: the app and the purpose.
    public let purpose: String
    /// The contents of the user name field.
    public var username: String
    /// The error of the previous attempt.
    public let problem: Problem?
    /// The number of the attempt, starting at 1.
    public let attempt: UInt32

    /// Creates the form from the arguments of `SignIn`.
    ///
    /// - Throws: `InvalidDetails` with the key.
    public init(provider: String, details: Details) throws(InvalidDetails) {
        origin = try Origin(details: details)
        self.provider = provider
        let identifier = DisplayText.line(provider)
        let name = DisplayText.line(try details.text(Key.providerName) ?? "")
        providerName = name.isEmpty ? identifier.isEmpty ? "your TV provider" : identifier : name
        initials = Initials(name: providerName, identifier: provider)
        purpose = Purpose.text(application: origin.applicationName, title: try details.text(Key.videoTitle))
        // What is shown is sent: a name that cannot be shown as it is must be entered.
        let stored = try details.text(Key.username) ?? ""
        username = DisplayText.line(stored, limit: 256) == stored ? stored : ""
        attempt = try details.number(Key.attempt) ?? 1
        problem = try Self.problem(details, isFirst: attempt < 2)
    }

    /// Returns the error in the input before it is submitted; nil if there is none.
    public static func check(username: String, password: String) -> Problem? {
        if username.allSatisfy(\.isWhitespace) { return Problem(field: .username, message: "Enter your user name.") }
        if password.isEmpty { return Problem(field: .password, message: "Enter your password.") }
        if username.utf8.count > inputLimit { return Problem(field: .username, message: "This user name is too long.") }
        if password.utf8.count > inputLimit { return Problem(field: .password, message: "This password is too long.") }
        return nil
    }

    private static func problem(_ details: Details, isFirst: Bool) throws(InvalidDetails) -> Problem? {
        let text = try details.text(Key.errorField) ?? ""
        guard let field = Field(rawValue: text) else {
            throw InvalidDetails(field: Key.errorField, reason: "must be username, password or empty")
        }
        let message = DisplayText.paragraph(try details.text(Key.errorMessage) ?? "", limit: 300)
        if !message.isEmpty { return Problem(field: field, message: message) }
        switch field {
        case .username: return Problem(field: field, message: "This user name is incorrect.")
        case .password: return Problem(field: field, message: "The user name or password is incorrect.")
        case .form: return isFirst ? nil : Problem(field: field, message: "Signing in did not work. Try again.")
        }
    }
}
