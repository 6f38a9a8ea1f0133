import TVWorld

/// The decision of REST v2 about a resource.
public struct ResourceDecision: Sendable, Equatable {
    /// The party that decided.
    public enum Source: String, Sendable {
        /// The provider, or the service without a profile.
        case mvpd
        /// A degradation rule.
        case degradation
        /// A temporary pass.
        case temppass
    }

    /// The resource, exactly as sent by the app.
    public var resource: String
    /// The service provider.
    public var serviceProvider: String
    /// The provider.
    public var mvpd: String
    /// The party that decided.
    public var source: Source
    /// The start of the validity, in Unix milliseconds; nil if there is none.
    public var notBefore: Int64?
    /// The end of the validity, in Unix milliseconds; nil if there is none.
    public var notAfter: Int64?
    /// The media token to sign, if the resource may be played.
    public var mediaToken: MediaToken?
    /// The provider's identifier of the user, which may leave the service only in a scrambled form; empty in a denial.
    public var userID = ""
    /// The reason for a denial.
    public var refusal: Refusal?

    /// Whether the user may see the resource.
    public var isAuthorized: Bool { refusal == nil }
}
