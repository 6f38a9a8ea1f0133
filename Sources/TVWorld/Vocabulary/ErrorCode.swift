/// The enhanced error codes of REST v1 and v2 that the service returns.
///
/// Mirrors the enhanced error codes page; codes that it does not list are marked.
public enum ErrorCode: String, Sendable, CaseIterable {
    /// The requestor is missing or unknown.
    case invalidRequestor = "invalid_requestor"
    /// The device information cannot be read.
    case invalidDeviceInformation = "invalid_device_info"
    /// The device identifier is missing or too long.
    case invalidDeviceID = "invalid_device_id"
    /// `deviceType`, `mvpd` or another parameter is missing or unknown; also returned by the SDK's `preauthorize`.
    case badRequest = "bad_request"
    /// The resource is missing.
    case missingResource = "missing_resource"
    /// The resource is neither an identifier nor a media-RSS document.
    case malformedAuthorizationRequest = "malformed_authz_request"
    /// The SAML response was rejected; REST v2's code; REST v1 has none.
    case invalidSAMLResponse = "invalid_parameter_saml_response"
    /// The registration code is unknown, has expired or was used; REST v2's code; REST v1 has none.
    case invalidCode = "invalid_parameter_code"
    /// The redirect URL does not belong to the application; REST v2's code; REST v1 has none.
    case invalidRedirectURL = "invalid_parameter_redirect_url"
    /// The login has already been completed: a second submission, a step back, a replayed response. Own code.
    case loginCompleted = "login_already_completed"
    /// The login took too long. Own code.
    case loginExpired = "login_expired"
    /// The user cancelled the login at the provider. Own code.
    case loginCancelled = "login_cancelled"
    /// The provider refused to log the user in, as for a suspended account. Own code.
    case loginDenied = "login_denied_by_mvpd"
    /// The provider would have had to prompt the user, which was not allowed. Own code.
    case loginNeedsPerson = "login_needs_person"
    /// The name or the password is wrong. Own code, in the journal only.
    case wrongPassword = "wrong_password"
    /// The provider did not end its session. Own code.
    case logoutIncomplete = "logout_incomplete"
    /// The requestor is not integrated with the provider.
    case unknownIntegration = "unknown_integration"
    /// More resources than the provider accepts at once.
    case tooManyResources = "too_many_resources"
    /// The provider denied the authorization.
    case authorizationDenied = "authorization_denied_by_mvpd"
    /// The provider denied the preauthorization.
    case preauthorizationDenied = "preauthorization_denied_by_mvpd"
    /// The resource's rating exceeds the user's limit.
    case parentalControls = "authorization_denied_by_parental_controls"
    /// The provider does not know the user.
    case identityNotRecognized = "identity_not_recognized_by_mvpd"
    /// The session is home-based, and the device has left the home.
    case homePolicy = "authorization_denied_by_hba_policies"
    /// The provider ended the session, as for a suspended account.
    case sessionInvalidated = "authorization_denied_by_session_invalidated"
    /// An AuthZNone rule; REST v2's code, used in v1 too.
    case degradationRule = "authorization_denied_by_degradation_rule"
    /// The limit on repeated denials; own code, because the public list has none.
    case repeatedDenials = "authorization_denied_by_repeated_denials"
    /// A temporary pass has expired; REST v2's code, used in v1 too.
    case temporaryAccessEnded = "temporary_access_duration_limit_exceeded"
    /// A temporary pass was used for the maximum number of resources; REST v2's code, used in v1 too.
    case temporaryAccessUsedUp = "temporary_access_resources_limit_exceeded"
    /// A temporary pass has no settings; REST v2's code, used in v1 too.
    case temporaryAccessConfiguration = "invalid_configuration_temporary_access"
    /// The provider's response was interrupted.
    case networkReceiveError = "network_received_error"
    /// Connecting to the provider failed.
    case networkTimeout = "network_connection_timeout"
    /// The provider takes too long.
    case executionTime = "maximum_execution_time_exceeded"
    /// The sign-in belongs to another device than the caller. Own code: the public list contains only the library's code for it
    /// (SEC412). A service that finds sign-ins by the device's identifier never detects this itself; a fault causes it.
    case deviceMismatch = "device_id_mismatch"
    /// The user is not signed in.
    case sessionMissing = "authentication_session_missing"
    /// The sign-in has expired.
    case sessionExpired = "authentication_session_expired"
    /// The user is not signed in, on preauthorization.
    case preauthorizationSessionMissing = "preauthorization_authentication_session_missing"
    /// The sign-in has expired, on preauthorization.
    case preauthorizationSessionExpired = "preauthorization_authentication_session_expired"
    /// There is no authorization for the resource.
    case authorizationNotFound = "authorization_not_found"
    /// The authorization has expired.
    case authorizationExpired = "authorization_expired"
    /// User metadata cannot be encrypted: no certificate, or a value that does not fit its key. REST v2's code, used in v1 too.
    case metadataCertificate = "invalid_configuration_user_metadata_certificate"
    /// The service failed.
    case internalError = "internal_error"

    // REST v2 only.

    /// The service failed.
    case internalServerError = "internal_server_error"
    /// The access token is missing, invalid or expired, or its client or software statement is not valid for REST v2.
    case invalidClientApplication = "invalid_access_token_client_application"
    /// The software statement of the access token's client does not cover the service provider.
    case invalidClientServiceProvider = "invalid_access_token_service_provider"
    /// The service provider is unknown.
    case invalidServiceProvider = "invalid_parameter_service_provider"
    /// The provider's identifier is empty, too long, or contains control characters.
    case invalidMVPD = "invalid_parameter_mvpd"
    /// The partner of the path is unknown.
    case invalidPartner = "invalid_parameter_partner"
    /// The body does not contain a list of resources.
    case invalidResources = "invalid_parameter_resources"
    /// `AP-Device-Identifier` is missing or malformed.
    case invalidDeviceIdentifierHeader = "invalid_header_device_identifier"
    /// `X-Device-Info` cannot be read.
    case invalidDeviceInformationHeader = "invalid_header_device_info"
    /// `AP-TempPass-Identity` is missing or cannot be read, and the temporary pass is promotional.
    case invalidTemporaryPassIdentity = "invalid_header_identity_for_temporary_access"
    /// `AP-Partner-Framework-Status` is missing, or has no known access status.
    case partnerAccessMissing = "invalid_header_pfs_permission_access_not_present"
    /// The user has not decided about the app's access to the system's account yet.
    case partnerAccessUndetermined = "invalid_header_pfs_permission_access_not_determined"
    /// The user denied the app's access to the system's account.
    case partnerAccessDenied = "invalid_header_pfs_permission_access_not_granted"
    /// The system's account names no provider of the service.
    case partnerProviderUndetermined = "invalid_header_pfs_provider_id_not_determined"
    /// The system's account is at another provider than the call.
    case partnerProviderMismatch = "invalid_header_pfs_provider_id_mismatch"
    /// The sign-in of the system's account has expired.
    case partnerSignInExpired = "invalid_header_pfs_provider_info_expired"
    /// The service provider is not integrated with the provider.
    case invalidIntegration = "invalid_integration"
    /// The authentication session is unknown, has expired, was replaced or is complete.
    case invalidAuthenticationSession = "invalid_authentication_session"
    /// There is no profile for the provider.
    case profileMissing = "authenticated_profile_missing"
    /// The profile has expired.
    case profileExpired = "authenticated_profile_expired"
    /// The administration or the provider ended the profile.
    case profileInvalidated = "authenticated_profile_invalidated"
    /// The service has no SAML metadata of the provider.
    case platformExchangeConfiguration = "invalid_configuration_mvpd_platform_profile_exchange"
    /// The integration's settings of the platform are invalid. Like the following ones, only a fault causes it.
    case platformConfiguration = "invalid_configuration_platform"
    /// The platform has no identifier.
    case platformIDConfiguration = "invalid_configuration_platform_id"
    /// The platform lacks a trait.
    case platformTraitConfiguration = "invalid_configuration_platform_trait"
    /// The platform's category lacks a trait.
    case platformCategoryConfiguration = "invalid_configuration_platform_category_trait"
    /// The platform services of the integration are not configured.
    case platformServicesConfiguration = "invalid_configuration_platform_services"
    /// The provider is not configured for the platform.
    case providerPlatformConfiguration = "invalid_configuration_mvpd_platform"
    /// The provider has no boarding status for the platform.
    case boardingStatusConfiguration = "invalid_configuration_mvpd_platform_boarding_status"
}
