import TVWorld

/// A programmer's degradation rule: for one requestor and provider, and optionally for resources, a platform or a period.
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
    /// The effect; never ``TVWorld/Degradation/none``.
    public var kind: Degradation
    /// The resources, by identifier or channel title; if empty, all.
    public var resources: [String] = []
    /// The platform; nil: all devices.
    public var platform: Platform?
    /// The message for viewers if the rule denies.
    public var message: String?
    /// The creation date, in Unix milliseconds.
    public var createdAt: Int64
    /// The expiration date, in Unix milliseconds; nil: it is valid until it is removed.
    public var expiresAt: Int64?

    public var endsAt: Int64? { expiresAt }

    /// Returns whether the rule is active for a device; one for a platform does not apply to devices of an unknown platform.
    func isInForce(on platform: Platform?, now: Int64) -> Bool {
        now < expiresAt ?? .max && (self.platform == nil || self.platform == platform)
    }
}
