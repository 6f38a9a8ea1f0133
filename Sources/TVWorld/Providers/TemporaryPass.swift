/// A programmer's temporary access without a provider (TempPass): its duration and number of resources.
public struct TemporaryPass: Sendable, Equatable {
    /// The owner of a started pass.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The device.
        case basic
        /// The device and the user, optionally with a limited number of resources.
        case promotional
    }

    /// The requestor's identifier.
    public var requestor: String
    /// The MVPD identifier of the temporary pass.
    public var mvpd: String
    /// The owner of a started pass.
    public var kind: Kind
    /// The duration of the pass in seconds, counted from the first authorization.
    public var lifetime: Int64
    /// The maximum number of different resources of a promotional pass; nil for no limit.
    public var resourceLimit: Int?
    /// The member of `generic_data` that identifies the user of a promotional pass.
    public var identityKey: String

    /// Creates a temporary pass; by default, ten minutes per device.
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
