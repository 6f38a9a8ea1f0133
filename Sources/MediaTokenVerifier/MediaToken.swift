import FoundationEssentials

/// The contents of a media token: one subject may play one resource for a short time.
///
/// Mirrors the fields of `shortAuthorizationToken`; each property names the getter of the published Java verifier.
public struct MediaToken: Sendable, Equatable {
    /// The user's pseudonym (`getUserSessionGUID`).
    public let sessionGUID: String
    /// The requestor for which the token was issued.
    public let requestorID: String
    /// The resource that may be played (`getResourceID`): an identifier or an MRSS fragment.
    public let resourceID: String
    /// The lifetime of the token from ``timeIssued``, in milliseconds (`getTimeToLive`).
    public let timeToLive: Int64
    /// The date on which the token was issued (`getTimeIssued`).
    public let timeIssued: Date
    /// The provider (`getMvpdId`).
    public let mvpdID: String
    /// The proxy of the provider, or nil (`getProxyMvpdId`).
    public let proxyMvpdID: String?

    /// The date on which the token expires.
    public var expiration: Date { timeIssued.addingTimeInterval(Double(timeToLive) / 1000) }
}

/// The result of a verification. Mirrors the return values of the Java verifier's `isValid`; the raw values are their names.
public enum MediaTokenStatus: String, Sendable, CaseIterable {
    /// The token is authentic, was issued for this requestor, has not expired, and is for the requested resource.
    case validToken = "VALID_TOKEN"
    /// The string is not a media token, or the token was issued for another requestor.
    case invalidTokenFormat = "INVALID_TOKEN_FORMAT"
    /// The token is not signed with the service's key, or was changed afterwards.
    case invalidSignature = "INVALID_SIGNATURE"
    /// The token is authentic but has expired.
    case tokenExpired = "TOKEN_EXPIRED"
    /// The token is authentic and has not expired, but is for another resource.
    case invalidResourceID = "INVALID_RESOURCE_ID"
    /// The token was not verified, because the certificate is unusable.
    case errorUnknown = "ERROR_UNKNOWN"
}

/// The outcome of a verification.
public struct MediaTokenVerification: Sendable, Equatable {
    /// The result.
    public let status: MediaTokenStatus
    /// The contents of the token; nil unless the signature is valid.
    public let token: MediaToken?
    /// A human-readable description of the problem; empty for a valid token.
    public let detail: String
    /// An identifier that is unique to the token: the SHA-256 of its signed bytes in hexadecimal digits; nil unless the signature
    /// is valid. A backend that stores it until the token expires detects a second use.
    public let identifier: String?

    /// Whether the resource may be played.
    public var isValid: Bool { status == .validToken }

    init(_ status: MediaTokenStatus, _ token: MediaToken? = nil, detail: String = "", identifier: String? = nil) {
        self.status = status
        self.identifier = identifier
        self.token = token
        self.detail = detail
    }
}
