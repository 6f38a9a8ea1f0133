/// What identifies a sign-in to the system account, as far as the account reports it.
struct AccountSignIn: Sendable, Equatable {
    /// The platform's identifier of the provider.
    let provider: String
    /// When it expires, milliseconds since 1970.
    let expires: Int64?
    /// The verification data, Base64.
    let verification: String?
    /// The app that got the verification data, which are different for each: apps of a team share their tokens.
    var application: String?

    /// Whether the account's present sign-in is still this one.
    ///
    /// What either of them leaves out is not compared, and neither are another app's verification data or a date that has passed: a
    /// sign-in that has merely expired is still the same.
    func isSame(as present: AccountSignIn, now: Int64) -> Bool {
        guard provider == present.provider else { return false }
        if application == present.application, let verification, let other = present.verification, verification != other {
            return false
        }
        guard let expires, let other = present.expires, other > now else { return true }
        return expires == other
    }
}

extension AccountSignIn {
    /// Reads a stored sign-in; nil without a provider.
    init?(json: JSONValue) {
        guard let provider = json["provider"]?.text else { return nil }
        self.init(
            provider: provider, expires: json["expires"]?.integer, verification: json["verification"]?.text,
            application: json["application"]?.text)
    }

    /// The form in which it is stored.
    var json: JSONValue {
        var object: [String: JSONValue] = ["provider": .text(provider)]
        if let expires { object["expires"] = .integer(expires) }
        if let verification { object["verification"] = .text(verification) }
        if let application { object["application"] = .text(application) }
        return .object(object)
    }
}
