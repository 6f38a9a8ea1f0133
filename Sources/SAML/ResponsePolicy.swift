/// What a service knows about a request that a response names.
public enum RequestState: Sendable, Equatable {
    /// It was made and not answered yet.
    case pending
    /// It was answered before.
    case used
    /// It was never made, or not for this subject.
    case unknown
}

/// What a service demands of a response. Times are Unix seconds.
public struct ResponsePolicy: Sendable {
    /// The present.
    public var now: Int64
    /// How far the clocks of the two parties may be apart, in seconds.
    public var skew: Int64
    /// The entity identifier of the provider.
    public var expectedIssuer: String
    /// The service's own entity identifier.
    public var expectedAudience: String
    /// The service's assertion consumer service.
    public var expectedRecipient: String
    /// What is known about the request with this identifier. A request becomes used when the caller has accepted the response.
    public var isKnownRequest: @Sendable (String) -> RequestState
    /// Whether a response with another status than success is refused, instead of being returned without assertion.
    public var requiresSuccess: Bool
    /// The checks that a test leaves out.
    @_spi(Testing) public var skipping: Set<Check> = []

    /// A policy; clocks may be a minute apart.
    public init(
        now: Int64, skew: Int64 = SAMLLimits.defaultSkew, expectedIssuer: String, expectedAudience: String,
        expectedRecipient: String, requiresSuccess: Bool = false, isKnownRequest: @escaping @Sendable (String) -> RequestState
    ) {
        self.now = now
        self.skew = skew
        self.expectedIssuer = expectedIssuer
        self.expectedAudience = expectedAudience
        self.expectedRecipient = expectedRecipient
        self.requiresSuccess = requiresSuccess
        self.isKnownRequest = isKnownRequest
    }
}

/// A response that was verified: everything here stood in the signed text.
public struct VerifiedResponse: Sendable, Equatable {
    public let id: String
    public let issueInstant: Int64
    public let inResponseTo: String?
    public let destination: String?
    public let issuer: String
    public let status: ResponseStatus
    /// Present exactly if the status is success.
    public let assertion: Assertion?
}
