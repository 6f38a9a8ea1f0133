/// The `error` of a call whose access token was rejected, and what the client must do.
public enum AccessError: String, Sendable, CaseIterable {
    /// The `Authorization` header is not a bearer token: stop calling.
    case invalidRequest = "invalid_request"
    /// The token is missing, forged or expired: request a new one.
    case accessDenied = "access_denied"
    /// The client is unknown or its software statement was revoked: register again.
    case invalidClient = "invalid_client"
}
