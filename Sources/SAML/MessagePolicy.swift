import Dates

/// The requirements for every message. A sum of times that is too large counts as the end of time.
protocol MessagePolicy {
    var now: Int64 { get }
    var skew: Int64 { get }
    var expectedIssuer: String { get }
    var skipping: Set<Check> { get }
}

extension MessagePolicy {
    /// Returns whether a time is in the future, allowing for the skew.
    func isFuture(_ time: Int64) -> Bool { time > now.clampedSum(skew) }

    /// Returns whether a NotOnOrAfter has passed, allowing for the skew.
    func isOver(_ end: Int64) -> Bool { now >= end.clampedSum(skew) }

    func checkDestination(_ destination: String?, expected: String) throws(SAMLError) {
        if !expected.isSame(as: destination), !skipping.contains(.destination) {
            throw SAMLError(.wrongDestination, "Destination: \(expected); found \(destination ?? "none")")
        }
    }

    func checkIssuer(_ issuer: String) throws(SAMLError) {
        if !expectedIssuer.isSame(as: issuer), !skipping.contains(.issuer) {
            throw SAMLError(.wrongIssuer, "Issuer: \(expectedIssuer); found \(issuer)")
        }
    }

    func checkIssueInstant(_ issueInstant: Int64) throws(SAMLError) {
        if isFuture(issueInstant), !skipping.contains(.issueInstant) {
            throw SAMLError(.notYetValid, "IssueInstant is in the future by more than \(skew) s")
        }
    }
}

extension String {
    /// Returns whether another string has the same bytes, as SAML compares strings (core, section 1.3.1). `==` also accepts other
    /// notations of a character, such as U+212A (Kelvin) for K.
    func isSame(as other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}

/// The requirements for a request, or for a logout response. Times are Unix seconds.
public struct RequestPolicy: MessagePolicy, Sendable {
    /// The current time.
    public var now: Int64
    /// The maximum age of a request, in seconds, in addition to the skew.
    public var maximumAge: Int64
    /// The maximum difference between the clocks of the two parties, in seconds.
    public var skew = SAMLLimits.defaultSkew
    /// The entity identifier of the other party.
    public var expectedIssuer: String
    /// Whether the other party's identifier may contain the requester on whose behalf it acts:
    /// `IDENTIFIER/on-behalf-of/REQUESTER`.
    public var takesOnBehalfOf = false
    /// The party's own address for these messages; nil accepts every destination.
    public var expectedDestination: String?
    /// The checks that a test skips.
    @_spi(Testing) public var skipping: Set<Check> = []

    /// Creates a policy. By default, a request may be five minutes old, and clocks may differ by a minute.
    public init(
        now: Int64, maximumAge: Int64 = 300, expectedIssuer: String, expectedDestination: String? = nil
    ) {
        self.now = now
        self.maximumAge = maximumAge
        self.expectedIssuer = expectedIssuer
        self.expectedDestination = expectedDestination
    }

    /// Performs the checks that are common to all signed messages.
    func check(_ issuer: String, _ issueInstant: Int64, destination: String?) throws(SAMLError) {
        if let expectedDestination { try checkDestination(destination, expected: expectedDestination) }
        if !takesOnBehalfOf || OnBehalfOf.requester(in: issuer, of: expectedIssuer) == nil { try checkIssuer(issuer) }
        try checkIssueInstant(issueInstant)
        if now > issueInstant.clampedSum(maximumAge.clampedSum(skew)), !skipping.contains(.age) {
            throw SAMLError(.tooOld, "IssueInstant is more than \(maximumAge) s ago, with \(skew) s of skew")
        }
    }
}

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
