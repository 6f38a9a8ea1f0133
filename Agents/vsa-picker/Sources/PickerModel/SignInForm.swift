/// The sign-in form of a provider: method `SignIn`.
public struct SignInForm: Sendable, Equatable {
    /// Where an error is shown.
    public enum Field: String, Sendable, Equatable {
        /// At the user name.
        case username
        /// At the password.
        case password
        /// Above the form.
        case form = ""
    }

    /// An error and its place.
    public struct Problem: Sendable, Equatable {
        /// Where it is shown.
        public let field: Field
        /// What is shown.
        public let message: String

        /// An error at a place.
        public init(field: Field, message: String) {
            self.field = field
            self.message = message
        }
    }

    /// Bytes that a user name or password may have.
    public static let inputLimit = 1024

    /// What the form belongs to.
    public let origin: Origin
    /// The provider's identifier.
    public let provider: String
    /// The provider's name.
    public let providerName: String
    /// Drawn in place of the provider's logo.
    public let initials: Initials
    /// Under the heading: for which app and what for.
    public let purpose: String
    /// What stands in the field for the user name.
    public var username: String
    /// What was wrong with the attempt before.
    public let problem: Problem?
    /// Which attempt it is, from 1.
    public let attempt: UInt32

    /// Reads the arguments of `SignIn`.
    ///
    /// - Throws: `InvalidDetails` naming the key.
    public init(provider: String, details: Details) throws(InvalidDetails) {
        origin = try Origin(details: details)
        self.provider = provider
        let identifier = DisplayText.line(provider)
        let name = DisplayText.line(try details.text("provider-name") ?? "")
        providerName = name.isEmpty ? identifier.isEmpty ? "your TV provider" : identifier : name
        initials = Initials(name: providerName, identifier: provider)
        purpose = Purpose.text(application: origin.applicationName, title: try details.text("video-title"))
        username = DisplayText.line(try details.text("username") ?? "", limit: 256)
        attempt = try details.number("attempt") ?? 1
        problem = try Self.problem(details, isFirst: attempt < 2)
    }

    /// What is wrong with the input before it is sent; nil when it can be.
    public static func check(username: String, password: String) -> Problem? {
        if username.allSatisfy(\.isWhitespace) { return Problem(field: .username, message: "Enter your user name.") }
        if password.isEmpty { return Problem(field: .password, message: "Enter your password.") }
        if username.utf8.count > inputLimit { return Problem(field: .username, message: "This user name is too long.") }
        if password.utf8.count > inputLimit { return Problem(field: .password, message: "This password is too long.") }
        return nil
    }

    private static func problem(_ details: Details, isFirst: Bool) throws(InvalidDetails) -> Problem? {
        let text = try details.text("error-field") ?? ""
        guard let field = Field(rawValue: text) else {
            throw InvalidDetails(field: "error-field", reason: "has to be username, password or empty")
        }
        let message = DisplayText.paragraph(try details.text("error-message") ?? "", limit: 300)
        if !message.isEmpty { return Problem(field: field, message: message) }
        switch field {
        case .username: return Problem(field: field, message: "This user name is not right.")
        case .password: return Problem(field: field, message: "The user name or password is not right.")
        case .form: return isFirst ? nil : Problem(field: field, message: "Signing in did not work. Try again.")
        }
    }
}
