/// The enhanced error codes of REST v1 and v2 that the service returns. `Resources/codes` explains each, for `vsactl explain`.
///
/// Mirrors the enhanced error codes page; codes that it does not list are marked.
public enum ErrorCode: String, Sendable, CaseIterable {
    case invalidRequestor = "invalid_requestor"
    case invalidDeviceInformation = "invalid_device_info"
    case invalidDeviceID = "invalid_device_id"
    /// Also returned by the SDK's `preauthorize`.
    case badRequest = "bad_request"
    case missingResource = "missing_resource"
    case malformedAuthorizationRequest = "malformed_authz_request"
    /// Like the next two, REST v2's code; REST v1 has none.
    case invalidSAMLResponse = "invalid_parameter_saml_response"
    case invalidCode = "invalid_parameter_code"
    case invalidRedirectURL = "invalid_parameter_redirect_url"
    /// Like the following six, a code of the simulator's own.
    case loginCompleted = "login_already_completed"
    case loginExpired = "login_expired"
    case loginCancelled = "login_cancelled"
    case loginDenied = "login_denied_by_mvpd"
    case loginNeedsPerson = "login_needs_person"
    /// In the journal only.
    case wrongPassword = "wrong_password"
    case logoutIncomplete = "logout_incomplete"
    case unknownIntegration = "unknown_integration"
    case tooManyResources = "too_many_resources"
    case authorizationDenied = "authorization_denied_by_mvpd"
    case preauthorizationDenied = "preauthorization_denied_by_mvpd"
    case parentalControls = "authorization_denied_by_parental_controls"
    case identityNotRecognized = "identity_not_recognized_by_mvpd"
    case homePolicy = "authorization_denied_by_hba_policies"
    case sessionInvalidated = "authorization_denied_by_session_invalidated"
    /// REST v2's code, used in v1 too.
    case degradationRule = "authorization_denied_by_degradation_rule"
    /// A code of the simulator's own, because the public list has none.
    case repeatedDenials = "authorization_denied_by_repeated_denials"
    /// Like the next two, REST v2's code, used in v1 too.
    case temporaryAccessEnded = "temporary_access_duration_limit_exceeded"
    case temporaryAccessUsedUp = "temporary_access_resources_limit_exceeded"
    case temporaryAccessConfiguration = "invalid_configuration_temporary_access"
    case networkReceiveError = "network_received_error"
    case networkTimeout = "network_connection_timeout"
    case executionTime = "maximum_execution_time_exceeded"
    /// A code of the simulator's own: the public list contains only the library's code for it (SEC412). A service that finds
    /// sign-ins by the device's identifier never detects this itself; a fault causes it.
    case deviceMismatch = "device_id_mismatch"
    case sessionMissing = "authentication_session_missing"
    case sessionExpired = "authentication_session_expired"
    /// Only faults cause this code and the next one: a call of REST v1 names no provider, and the service keeps sign-ins that a
    /// provider has ended.
    case sessionIssuerMismatch = "authentication_session_issuer_mismatch"
    case sessionEnded = "authentication_session_invalidated"
    case preauthorizationSessionMissing = "preauthorization_authentication_session_missing"
    case preauthorizationSessionExpired = "preauthorization_authentication_session_expired"
    case authorizationNotFound = "authorization_not_found"
    case authorizationExpired = "authorization_expired"
    /// REST v2's code, used in v1 too.
    case metadataCertificate = "invalid_configuration_user_metadata_certificate"
    case internalError = "internal_error"

    // REST v2 only.

    case internalServerError = "internal_server_error"
    case invalidClientApplication = "invalid_access_token_client_application"
    case invalidClientServiceProvider = "invalid_access_token_service_provider"
    case invalidServiceProvider = "invalid_parameter_service_provider"
    case invalidMVPD = "invalid_parameter_mvpd"
    case invalidPartner = "invalid_parameter_partner"
    case invalidResources = "invalid_parameter_resources"
    case invalidDeviceIdentifierHeader = "invalid_header_device_identifier"
    case invalidDeviceInformationHeader = "invalid_header_device_info"
    case invalidTemporaryPassIdentity = "invalid_header_identity_for_temporary_access"
    case partnerAccessMissing = "invalid_header_pfs_permission_access_not_present"
    case partnerAccessUndetermined = "invalid_header_pfs_permission_access_not_determined"
    case partnerAccessDenied = "invalid_header_pfs_permission_access_not_granted"
    case partnerProviderUndetermined = "invalid_header_pfs_provider_id_not_determined"
    case partnerProviderMismatch = "invalid_header_pfs_provider_id_mismatch"
    case partnerSignInExpired = "invalid_header_pfs_provider_info_expired"
    case invalidIntegration = "invalid_integration"
    case invalidAuthenticationSession = "invalid_authentication_session"
    case profileMissing = "authenticated_profile_missing"
    case profileExpired = "authenticated_profile_expired"
    case profileInvalidated = "authenticated_profile_invalidated"
    case platformExchangeConfiguration = "invalid_configuration_mvpd_platform_profile_exchange"
    /// Like the following ones, only a fault causes it.
    case platformConfiguration = "invalid_configuration_platform"
    case platformIDConfiguration = "invalid_configuration_platform_id"
    case platformTraitConfiguration = "invalid_configuration_platform_trait"
    case platformCategoryConfiguration = "invalid_configuration_platform_category_trait"
    case platformServicesConfiguration = "invalid_configuration_platform_services"
    case providerPlatformConfiguration = "invalid_configuration_mvpd_platform"
    case boardingStatusConfiguration = "invalid_configuration_mvpd_platform_boarding_status"
}

/// The `error` of a call whose access token was rejected, and what the client must do.
public enum AccessError: String, Sendable, CaseIterable {
    /// The `Authorization` header is not a bearer token: stop calling.
    case invalidRequest = "invalid_request"
    /// The token is missing, forged or expired: request a new one.
    case accessDenied = "access_denied"
    /// The client is unknown or its software statement was revoked: register again.
    case invalidClient = "invalid_client"
}

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

/// The codes of `VSError`, in Apple's order and with Apple's values. `Resources/codes` explains each.
public enum VSErrorCode: Int, Sendable, Hashable, CaseIterable {
    case accessNotGranted = 0
    case unsupportedProvider = 1
    case userCancelled = 2
    case serviceTemporarilyUnavailable = 3
    case providerRejected = 4
    case invalidVerificationToken = 5
    case rejected = 6
    case unsupported = 7

    /// Apple's name, capitalized as on the bus and in scenario files: `UserCancelled`.
    public var name: String {
        let name = "\(self)"
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Creates the code with a name; nil if there is none.
    public init?(name: String) {
        guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }
}
