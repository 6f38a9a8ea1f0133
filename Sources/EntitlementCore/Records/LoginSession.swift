/// A browser's session at a provider: a user who logged in on one of its pages stays logged in for other apps.
///
/// It is the provider's record, not the service's; the service learns of it only through SAML.
public struct LoginSession: StoredRecord, Identifiable {
    public static let table = "login_session"
    public static let listColumns = ["provider", "user"]

    /// The SHA-256 of the browser's cookie, in hexadecimal digits; the cookie itself is not stored.
    public var id: String
    /// The provider's platform identifier.
    public var provider: String
    /// The name that was entered in the provider's form.
    public var username: String
    /// The identifier of the session in the provider's assertions (`SessionIndex`).
    public var sessionIndex: String
    /// The time at which the user entered the password, in Unix milliseconds.
    public var authenticatedAt: Int64
    /// The expiration date, in Unix milliseconds.
    public var expiresAt: Int64

    /// The lifetime of a session, in milliseconds: twelve hours.
    public static let lifetime: Int64 = 43_200_000

    public var endsAt: Int64? { expiresAt }
    public var listValues: [String?] { [provider, username] }
}
