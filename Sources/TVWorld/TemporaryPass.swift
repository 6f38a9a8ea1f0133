/// A programmer's temporary access without a provider (TempPass): how long, and for how many resources.
public struct TemporaryPass: Sendable, Equatable {
    /// Whom a trial belongs to.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The device.
        case basic
        /// The device and the user, with a number of resources if one is set.
        case promotional
    }

    /// The requestor's identifier.
    public var requestor: String
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String
    /// Whom a trial belongs to.
    public var kind: Kind
    /// Seconds from the first authorization to the trial's end.
    public var lifetime: Int64
    /// How many different resources a promotional trial may be used for; nil is any number.
    public var resourceLimit: Int?
    /// The member of `generic_data` that identifies the user of a promotional trial.
    public var identityKey: String

    /// A temporary pass; ten minutes for a device unless said otherwise.
    public init(
        requestor: String, mvpd: String, kind: Kind = .basic, lifetime: Int64 = 600, resourceLimit: Int? = nil,
        identityKey: String = "email"
    ) {
        self.requestor = requestor
        self.mvpd = mvpd
        self.kind = kind
        self.lifetime = lifetime
        self.resourceLimit = resourceLimit
        self.identityKey = identityKey
    }
}
