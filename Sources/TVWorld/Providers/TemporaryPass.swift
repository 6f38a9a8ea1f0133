/// A programmer's temporary access without a provider (TempPass): its duration and number of resources.
public struct TemporaryPass: Sendable, Equatable {
    /// The owner of a started pass.
    public enum Kind: String, Sendable, CaseIterable {
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
    public var kind = Kind.basic
    /// The duration of the pass in seconds, counted from the first authorization.
    public var lifetime: Int64 = 600
    /// The maximum number of different resources of a promotional pass; nil for no limit.
    public var resourceLimit: Int?
    /// The member of `generic_data` that identifies the user of a promotional pass.
    public var identityKey = "email"
}
