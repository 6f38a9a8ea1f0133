import TVWorld

/// A degradation rule of a programmer: for one requestor and provider, perhaps for some resources, a platform, a time.
///
/// Mirrors the rules of the Degradation API, whose body is not published.
public struct DegradationRule: StoredRecord, Identifiable {
    public static let table = "degradation_rule"
    public static let isConfiguration = true

    /// A UUID.
    public var id: String
    /// The requestor.
    public var requestor: String
    /// The provider.
    public var mvpd: String
    /// What it does; never ``TVWorld/Degradation/none``.
    public var kind: Degradation
    /// The resources, by identifier or channel title; empty means all.
    public var resources: [String]
    /// The platform; nil means every device.
    public var platform: Platform?
    /// What viewers are told when the rule denies.
    public var message: String?
    /// When it was made, in Unix milliseconds.
    public var createdAt: Int64
    /// When it ends, in Unix milliseconds; nil means when it is removed.
    public var expiresAt: Int64?

    /// A rule that was just made.
    public init(
        id: String, requestor: String, mvpd: String, kind: Degradation, resources: [String] = [], platform: Platform? = nil,
        message: String? = nil, createdAt: Int64, expiresAt: Int64? = nil
    ) {
        self.id = id
        self.requestor = requestor
        self.mvpd = mvpd
        self.kind = kind
        self.resources = resources
        self.platform = platform
        self.message = message
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    public var recordKey: String { id }
    public var endsAt: Int64? { expiresAt }

    /// Whether the rule is in force for a device; one for a platform is not for devices that do not tell theirs.
    func isInForce(on platform: Platform?, now: Int64) -> Bool {
        now < expiresAt ?? .max && (self.platform == nil || self.platform == platform)
    }
}
