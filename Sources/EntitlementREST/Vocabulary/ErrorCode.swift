/// The code of an enhanced error.
public struct ErrorCode: OpenVocabulary {
    /// The access token is missing, unknown or expired.
    public static let invalidAccessTokenClientApplication = Self("invalid_access_token_client_application")
    /// The app is not registered for this service provider.
    public static let invalidAccessTokenServiceProvider = Self("invalid_access_token_service_provider")
    /// The service provider is unknown.
    public static let invalidParameterServiceProvider = Self("invalid_parameter_service_provider")
    /// The provider's identifier is not valid.
    public static let invalidParameterMVPD = Self("invalid_parameter_mvpd")
    /// The code is not valid.
    public static let invalidParameterCode = Self("invalid_parameter_code")
    /// The partner is unknown.
    public static let invalidParameterPartner = Self("invalid_parameter_partner")
    /// The resources are missing or not valid.
    public static let invalidParameterResources = Self("invalid_parameter_resources")
    /// The address at which the pages end does not belong to the app.
    public static let invalidParameterRedirectURL = Self("invalid_parameter_redirect_url")
    /// The provider's response is not valid.
    public static let invalidParameterSAMLResponse = Self("invalid_parameter_saml_response")
    /// The device identifier is missing or not valid.
    public static let invalidHeaderDeviceIdentifier = Self("invalid_header_device_identifier")
    /// The device information is not valid.
    public static let invalidHeaderDeviceInfo = Self("invalid_header_device_info")
    /// A promotional temporary pass needs an identity.
    public static let invalidHeaderIdentityForTemporaryAccess = Self("invalid_header_identity_for_temporary_access")
    /// The status of the device's account is missing or not readable.
    public static let invalidHeaderPFSPermissionAccessNotPresent = Self("invalid_header_pfs_permission_access_not_present")
    /// The user has not been asked for access to the device's account.
    public static let invalidHeaderPFSPermissionAccessNotDetermined = Self("invalid_header_pfs_permission_access_not_determined")
    /// The user has not granted access to the device's account.
    public static let invalidHeaderPFSPermissionAccessNotGranted = Self("invalid_header_pfs_permission_access_not_granted")
    /// No user is signed in to the device's account, or the provider is unknown.
    public static let invalidHeaderPFSProviderIDNotDetermined = Self("invalid_header_pfs_provider_id_not_determined")
    /// The user of the device's account is signed in to another provider.
    public static let invalidHeaderPFSProviderIDMismatch = Self("invalid_header_pfs_provider_id_mismatch")
    /// The sign-in to the device's account has expired.
    public static let invalidHeaderPFSProviderInfoExpired = Self("invalid_header_pfs_provider_info_expired")
    /// The provider is not integrated with this service provider.
    public static let invalidIntegration = Self("invalid_integration")
    /// The code has expired, was replaced, or was never issued.
    public static let invalidAuthenticationSession = Self("invalid_authentication_session")
    /// The request has more resources than the provider accepts.
    public static let tooManyResources = Self("too_many_resources")
    /// The user is not signed in to the provider.
    public static let authenticatedProfileMissing = Self("authenticated_profile_missing")
    /// The profile has expired.
    public static let authenticatedProfileExpired = Self("authenticated_profile_expired")
    /// The profile was ended by the provider or an administrator.
    public static let authenticatedProfileInvalidated = Self("authenticated_profile_invalidated")
    /// The provider denied the resource.
    public static let authorizationDeniedByMVPD = Self("authorization_denied_by_mvpd")
    /// The user's parental controls deny the resource.
    public static let authorizationDeniedByParentalControls = Self("authorization_denied_by_parental_controls")
    /// A degradation rule denies the resource.
    public static let authorizationDeniedByDegradationRule = Self("authorization_denied_by_degradation_rule")
    /// The device is not in the user's home.
    public static let authorizationDeniedByHBAPolicies = Self("authorization_denied_by_hba_policies")
    /// The provider ended the session.
    public static let authorizationDeniedBySessionInvalidated = Self("authorization_denied_by_session_invalidated")
    /// The provider denied the resource in a preauthorization.
    public static let preauthorizationDeniedByMVPD = Self("preauthorization_denied_by_mvpd")
    /// The provider does not recognize the user.
    public static let identityNotRecognizedByMVPD = Self("identity_not_recognized_by_mvpd")
    /// The provider answered with an error.
    public static let networkReceivedError = Self("network_received_error")
    /// The provider did not accept a connection in time.
    public static let networkConnectionTimeout = Self("network_connection_timeout")
    /// The provider did not answer in time.
    public static let maximumExecutionTimeExceeded = Self("maximum_execution_time_exceeded")
    /// The temporary pass has expired.
    public static let temporaryAccessDurationLimitExceeded = Self("temporary_access_duration_limit_exceeded")
    /// The temporary pass is used up.
    public static let temporaryAccessResourcesLimitExceeded = Self("temporary_access_resources_limit_exceeded")
    /// The temporary pass is not configured.
    public static let invalidConfigurationTemporaryAccess = Self("invalid_configuration_temporary_access")
    /// The certificate for user metadata is not configured.
    public static let invalidConfigurationUserMetadataCertificate = Self("invalid_configuration_user_metadata_certificate")
    /// The provider's single sign-on is not configured.
    public static let invalidConfigurationMVPDPlatformProfileExchange = Self(
        "invalid_configuration_mvpd_platform_profile_exchange")
    /// The service failed.
    public static let internalServerError = Self("internal_server_error")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }

    /// Whether the service could not use the status of the device's account.
    public var isAboutPartnerStatus: Bool { word.hasPrefix("invalid_header_pfs_") }

    /// Whether the profile is missing or has ended.
    public var isAboutProfile: Bool { word.hasPrefix("authenticated_profile_") }
}
