/// The state of the request that a response refers to.
public enum RequestState: Sendable, Equatable {
    /// It was sent and has not been answered.
    case pending
    /// It has already been answered.
    case used
    /// It was never sent, or not for this subject.
    case unknown
}

/// A service's requirements for a response. Times are Unix seconds.
public struct ResponsePolicy: MessagePolicy, Sendable {
    /// The current time.
    public var now: Int64
    /// The maximum difference between the clocks of the two parties, in seconds.
    public var skew = SAMLLimits.defaultSkew
    /// The entity identifier of the provider.
    public var expectedIssuer: String
    /// The service's own entity identifier.
    public var expectedAudience: String
    /// The service's assertion consumer service.
    public var expectedRecipient: String
    /// Returns the state of the request with an identifier. A request becomes used when the caller has accepted the response.
    public var isKnownRequest: @Sendable (String) -> RequestState
    /// The checks that a test skips.
    @_spi(Testing) public var skipping: Set<Check> = []

    /// Creates a policy. By default, clocks may differ by a minute.
    public init(
        now: Int64, expectedIssuer: String, expectedAudience: String, expectedRecipient: String,
        isKnownRequest: @escaping @Sendable (String) -> RequestState
    ) {
        self.now = now
        self.expectedIssuer = expectedIssuer
        self.expectedAudience = expectedAudience
        self.expectedRecipient = expectedRecipient
        self.isKnownRequest = isKnownRequest
    }
}
