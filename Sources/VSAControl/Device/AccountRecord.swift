import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// The signed-in account, or the provider that the device remembers.
struct AccountRecord: Sendable, Equatable, JSONConvertible {
    var provider: String
    /// The subscriber; nil if the provider is only remembered.
    var subscriber: String?
    var signedInAt: Int64?
    var expiresAt: Int64?
    /// Whether no user is signed in, but a provider that the platform cannot sign in to was selected.
    var isRemembered: Bool = false

    /// Returns whether the sign-in has expired at a time in Unix seconds.
    func hasExpired(at time: Int64) -> Bool { expiresAt.map { $0 <= time } ?? false }

    var json: JSON {
        .members([
            "provider": provider, "subscriber": subscriber, "signedInAt": signedInAt.map(Timestamp.text(unixSeconds:)),
            "expiresAt": expiresAt.map(Timestamp.text(unixSeconds:)), "remembered": isRemembered,
        ])
    }
}

extension AccountRecord {
    /// Creates an account; nil if no user is signed in: the device's reply is then empty.
    init?(_ details: VariantDictionary) throws {
        guard !details.isEmpty else { return nil }
        provider = try details.required(Keys.accountProviderIdentifier, as: String.self)
        isRemembered = try details.optional(Keys.remembered) ?? false
        subscriber =
            isRemembered ? try details.optional(Keys.subscriber).nonEmpty : try details.required(Keys.subscriber)
        signedInAt = try details.optional(Keys.signedInAt)
        expiresAt = try details.optional(Keys.authenticationExpirationDate)
    }
}
