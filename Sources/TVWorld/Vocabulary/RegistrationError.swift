/// The `error` of client registration and of the token call; always HTTP 400. `Resources/codes` explains each.
public enum RegistrationError: String, Error, Sendable, CaseIterable {
    case invalidRequest = "invalid_request"
    case invalidRedirectURI = "invalid_redirect_uri"
    case invalidSoftwareStatement = "invalid_software_statement"
    case unapprovedSoftwareStatement = "unapproved_software_statement"
    case invalidClient = "invalid_client"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
}
