/// The television-provider account of the device. Mirrors the account that Settings > TV Provider shows.
public struct SystemAccount: Sendable, Equatable {
    /// The platform identifier of the provider.
    public var provider: String
    /// The name with which the user signed in.
    public var subscriber: String
    /// When the user signed in, in Unix seconds.
    public var signedInAt: Int64
    /// When the authentication ends, in Unix seconds. The account stays after that, as on the device.
    public var expiresAt: Int64
    /// Random bytes of this sign-in, from which `verification-data` is made.
    public var seed: [UInt8]

    /// How long an authentication lives unless the sign-in says otherwise, in seconds: 30 days.
    public static let defaultLifetime: Int64 = 30 * 86_400

    /// The longest lifetime that a sign-in may ask for, in seconds: a hundred years.
    public static let maximumLifetime: Int64 = 100 * 31_557_600

    /// An account.
    public init(provider: String, subscriber: String, signedInAt: Int64, expiresAt: Int64, seed: [UInt8]) {
        self.provider = provider
        self.subscriber = subscriber
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
        self.seed = seed
    }

    /// The date with which a simulated expired token is read, in Unix seconds: the first day of the year 1, Apple's distant past.
    public static let distantPast: Int64 = -62_135_769_600

    /// Whether no user is signed in: a user picked a provider that the platform cannot sign in to, and the device remembers it.
    /// Mirrors an account whose token `isFromUnsupportedProvider` (row U6). Stored without a subscriber.
    public var isRemembered: Bool { subscriber.isEmpty }

    /// Whether the authentication still holds at a time in Unix seconds.
    public func isValid(at now: Int64) -> Bool { now < expiresAt }
}

/// The accounts of the device: at most one, as on Apple's devices, where the store speaks of its "first account".
public struct Accounts: Sendable, Equatable {
    /// The account; nil when no user is signed in.
    public var current: SystemAccount?

    /// Nobody signed in, or somebody.
    public init(current: SystemAccount? = nil) {
        self.current = current
    }
}
