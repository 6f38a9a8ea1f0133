/// The `error` of a call whose access token was not taken, and what the client shall do.
public enum AccessError: String, Sendable, CaseIterable {
    /// The `Authorization` header is no bearer token: stop calling.
    case invalidRequest = "invalid_request"
    /// The token is missing, forged or expired: get a new one.
    case accessDenied = "access_denied"
    /// The client is unknown or its software statement revoked: register again.
    case invalidClient = "invalid_client"
}
