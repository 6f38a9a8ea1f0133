import ServiceAccess

/// The identity of a sign-in to the system account, as far as the account reports it.
struct AccountSignIn: Sendable, Equatable {
    /// The platform's identifier of the provider.
    let provider: String
    /// The expiration date, in milliseconds since 1970.
    let expires: Int64?
    /// The verification data, Base64.
    let verification: String?
    /// The app that received the verification data, which differ between apps. Apps of a team share their tokens.
    var application: String?

    /// Whether the account's current sign-in is still this one.
    ///
    /// The verification data decide, unless one of them lacks these or they are another app's: then the dates do, except a present
    /// one that has passed. A sign-in that has only expired is still the same, and so is one that the provider has renewed since.
    func isSame(as present: AccountSignIn, now: Int64) -> Bool {
        guard provider == present.provider else { return false }
        if application == present.application, let verification, let other = present.verification { return verification == other }
        guard let expires, let other = present.expires, other > now else { return true }
        return expires == other
    }
}

extension AccountSignIn {
    /// Creates a sign-in from its stored form; nil without a provider.
    init?(json: JSONValue) {
        guard let provider = json["provider"]?.text else { return nil }
        self.init(
            provider: provider, expires: json["expires"]?.integer, verification: json["verification"]?.text,
            application: json["application"]?.text)
    }

    /// The stored form.
    var json: JSONValue {
        JSONValue(present: [
            "provider": .text(provider), "expires": expires.map(JSONValue.integer),
            "verification": verification.map(JSONValue.text), "application": application.map(JSONValue.text),
        ])
    }
}
