/// The television-provider account of the device. Mirrors the account that Settings > TV Provider shows.
public struct SystemAccount: Sendable, Equatable {
    /// The platform identifier of the provider.
    public var provider: String
    /// The name with which the user signed in.
    public var subscriber: String
    /// The time of the sign-in, in Unix seconds.
    public var signedInAt: Int64
    /// The expiration date of the authentication, in Unix seconds. The account is kept afterwards, as on the device.
    public var expiresAt: Int64
    /// The random bytes of this sign-in, from which `verification-data` is derived.
    public var seed: [UInt8]

    /// Creates an account.
    public init(provider: String, subscriber: String, signedInAt: Int64, expiresAt: Int64, seed: [UInt8]) {
        self.provider = provider
        self.subscriber = subscriber
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
        self.seed = seed
    }

    /// The date of a simulated expired token, in Unix seconds: the first day of the year 1 in the Julian calendar, which is
    /// Apple's distant past.
    public static let distantPast: Int64 = -62_135_769_600

    /// Whether no user is signed in: a user selected a provider that the platform cannot sign in to, and the device remembers it.
    /// Mirrors an account whose token `isFromUnsupportedProvider` (row U6). Stored without a subscriber.
    public var isRemembered: Bool { subscriber.isEmpty }

    /// Returns whether the authentication is valid at a time in Unix seconds.
    public func isValid(at now: Int64) -> Bool { now < expiresAt }

    /// Returns `verification-data`, to which an app server can bind its tokens: the SHA-256 of the sign-in's seed, the app, the
    /// provider and the time of the sign-in. Constant for one app during a sign-in, different for every other app, and without
    /// information about the user. Mirrors `VSAccountMetadata.verificationData`.
    func verificationData(for app: ApplicationID) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(128)
        text.append(contentsOf: seed)
        text.append(0)
        text.append(contentsOf: app.text.utf8)
        text.append(0)
        text.append(contentsOf: provider.utf8)
        text.append(0)
        text.append(contentsOf: String(signedInAt).utf8)
        return SHA256.digest(of: text)
    }
}
