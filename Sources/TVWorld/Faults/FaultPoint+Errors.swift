extension FaultPoint {
    /// The errors that a fault's `error` takes here: at the device the names of Apple's `VSError` codes, at the service what the
    /// endpoint's documents list.
    public var errors: [String] {
        switch self {
        case _ where side == .device: Self.deviceErrors
        case .registration, .accessToken: Self.registrationErrors
        case .service: Self.registrationErrors + (Self.accessErrors + Self.codes).filter { !Self.registrationErrors.contains($0) }
        case .webLogin, .providerPages, .providerSAML: Self.codes
        default: Self.accessErrors + Self.codes
        }
    }

    private static let deviceErrors = [
        "AccessNotGranted", "UnsupportedProvider", "UserCancelled", "ServiceTemporarilyUnavailable", "ProviderRejected",
        "InvalidVerificationToken", "Rejected", "Unsupported",
    ]

    /// Of `POST /o/client/register` and `POST /o/client/token` (RFC 7591, RFC 6749).
    private static let registrationErrors = [
        "invalid_request", "invalid_redirect_uri", "invalid_software_statement", "unapproved_software_statement",
        "invalid_client", "unauthorized_client", "unsupported_grant_type",
    ]

    /// About the access token.
    private static let accessErrors = ["invalid_request", "access_denied", "invalid_client"]

    /// The enhanced error codes.
    private static let codes = [
        "invalid_requestor", "invalid_device_info", "invalid_device_id", "bad_request", "missing_resource",
        "malformed_authz_request", "invalid_parameter_saml_response", "invalid_parameter_code",
        "invalid_parameter_redirect_url", "login_already_completed", "login_expired", "login_cancelled",
        "login_denied_by_mvpd", "login_needs_person", "wrong_password", "logout_incomplete", "unknown_integration",
        "too_many_resources", "authorization_denied_by_mvpd", "preauthorization_denied_by_mvpd",
        "authorization_denied_by_parental_controls", "identity_not_recognized_by_mvpd",
        "authorization_denied_by_hba_policies", "authorization_denied_by_session_invalidated",
        "authorization_denied_by_degradation_rule", "authorization_denied_by_repeated_denials",
        "temporary_access_duration_limit_exceeded", "temporary_access_resources_limit_exceeded",
        "invalid_configuration_temporary_access", "network_received_error", "network_connection_timeout",
        "maximum_execution_time_exceeded", "device_id_mismatch", "authentication_session_missing",
        "authentication_session_expired", "preauthorization_authentication_session_missing",
        "preauthorization_authentication_session_expired", "authorization_not_found", "authorization_expired",
        "invalid_configuration_user_metadata_certificate", "internal_error",
    ]
}
