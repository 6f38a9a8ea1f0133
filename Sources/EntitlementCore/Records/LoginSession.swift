/// A browser's session at a provider: who logged in on one of its pages stays logged in there for other apps.
///
/// It is the provider's record and not the service's, which learns of it by SAML only.
public struct LoginSession: StoredRecord, Identifiable {
    public static let table = "login_session"
    public static let listColumns = ["provider", "user"]

    /// The SHA-256 of what the browser's cookie holds, in hexadecimal digits; the cookie's own text is not kept.
    public var id: String
    /// The provider's platform identifier.
    public var provider: String
    /// The name that was typed into the provider's form.
    public var username: String
    /// The name of the session in the provider's assertions (`SessionIndex`).
    public var sessionIndex: String
    /// When the user typed the password, in Unix milliseconds.
    public var authenticatedAt: Int64
    /// When the provider forgets it, in Unix milliseconds.
    public var expiresAt: Int64

    /// How long a provider remembers a browser, in milliseconds: twelve hours.
    public static let lifetime: Int64 = 43_200_000

    /// A session that was just opened.
    public init(
        id: String, provider: String, username: String, sessionIndex: String, authenticatedAt: Int64, expiresAt: Int64
    ) {
        self.id = id
        self.provider = provider
        self.username = username
        self.sessionIndex = sessionIndex
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
    }

    public var recordKey: String { id }
    public var endsAt: Int64? { expiresAt }
    public var listValues: [String?] { [provider, username] }
}
