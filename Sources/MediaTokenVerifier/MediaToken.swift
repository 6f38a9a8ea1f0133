import Foundation

/// What a media token says: one subject may play one resource for a short time.
///
/// Mirrors the fields of `shortAuthorizationToken`; the getters of the published Java verifier are named at each.
public struct MediaToken: Sendable, Equatable {
    /// The subject's session, without meaning outside the service (`getUserSessionGUID`).
    public let sessionGUID: String
    /// For whom the token was made.
    public let requestorID: String
    /// What may be played (`getResourceID`): an identifier or an MRSS fragment.
    public let resourceID: String
    /// How long the token lasts from ``timeIssued`` on, in milliseconds (`getTimeToLive`).
    public let timeToLive: Int64
    /// When it was made (`getTimeIssued`).
    public let timeIssued: Date
    /// The provider (`getMvpdId`).
    public let mvpdID: String
    /// The provider behind which this one stands, or nil (`getProxyMvpdId`).
    public let proxyMvpdID: String?

    /// When it ends.
    public var expiration: Date { timeIssued.addingTimeInterval(Double(timeToLive) / 1000) }
}

/// How a verification ended. Mirrors the return values of the Java verifier's `isValid`; the raw values are their names.
public enum MediaTokenStatus: String, Sendable, CaseIterable {
    /// Genuine, for this requestor, in time, and for the resource asked for.
    case validToken = "VALID_TOKEN"
    /// Not a media token, or one for another requestor.
    case invalidTokenFormat = "INVALID_TOKEN_FORMAT"
    /// Not signed by the service's key, or changed since.
    case invalidSignature = "INVALID_SIGNATURE"
    /// Genuine but over.
    case tokenExpired = "TOKEN_EXPIRED"
    /// Genuine and in time, but for another resource.
    case invalidResourceID = "INVALID_RESOURCE_ID"
    /// Nothing was decided: the certificate cannot be used.
    case errorUnknown = "ERROR_UNKNOWN"
}

/// The outcome of a verification.
public struct MediaTokenVerification: Sendable, Equatable {
    /// How it ended.
    public let status: MediaTokenStatus
    /// What the token says: only if its signature is valid.
    public let token: MediaToken?
    /// Human-readable: what is wrong; empty for a valid token.
    public let detail: String
    /// What tells this token from every other: the SHA-256 of its signed bytes in hexadecimal digits; only if its signature is
    /// valid. A backend that remembers it until the token's end notices a second use.
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
