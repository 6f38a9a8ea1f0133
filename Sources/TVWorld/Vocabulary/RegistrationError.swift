/// The `error` of client registration and of the token call; always HTTP 400.
public enum RegistrationError: String, Error, Sendable, CaseIterable {
    /// A parameter is missing or the body cannot be read.
    case invalidRequest = "invalid_request"
    /// The redirect URL does not belong to the application.
    case invalidRedirectURI = "invalid_redirect_uri"
    /// The statement was not issued by this service.
    case invalidSoftwareStatement = "invalid_software_statement"
    /// The statement was revoked.
    case unapprovedSoftwareStatement = "unapproved_software_statement"
    /// The client is unknown or its secret is wrong.
    case invalidClient = "invalid_client"
    /// The client's software statement was revoked.
    case unauthorizedClient = "unauthorized_client"
    /// Only `client_credentials` is supported.
    case unsupportedGrantType = "unsupported_grant_type"
}
