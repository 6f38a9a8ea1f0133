/// The code of an enhanced error.
public enum ErrorCode: OpenVocabulary {
    /// The access token is missing, unknown or expired.
    case invalidAccessTokenClientApplication
    /// The app is not registered for this service provider.
    case invalidAccessTokenServiceProvider
    /// The service provider is unknown.
    case invalidParameterServiceProvider
    /// The provider's identifier is not valid.
    case invalidParameterMVPD
    /// The code is not valid.
    case invalidParameterCode
    /// The partner is unknown.
    case invalidParameterPartner
    /// The resources are missing or not valid.
    case invalidParameterResources
    /// The address at which the pages end does not belong to the app.
    case invalidParameterRedirectURL
    /// The provider's response is not valid.
    case invalidParameterSAMLResponse
    /// The device identifier is missing or not valid.
    case invalidHeaderDeviceIdentifier
    /// The device information is not valid.
    case invalidHeaderDeviceInfo
    /// A promotional temporary pass needs an identity.
    case invalidHeaderIdentityForTemporaryAccess
    /// The status of the device's account is missing or not readable.
    case invalidHeaderPFSPermissionAccessNotPresent
    /// The user has not been asked for access to the device's account.
    case invalidHeaderPFSPermissionAccessNotDetermined
    /// The user has not granted access to the device's account.
    case invalidHeaderPFSPermissionAccessNotGranted
    /// No user is signed in to the device's account, or the provider is unknown.
    case invalidHeaderPFSProviderIDNotDetermined
    /// The user of the device's account is signed in to another provider.
    case invalidHeaderPFSProviderIDMismatch
    /// The sign-in to the device's account has expired.
    case invalidHeaderPFSProviderInfoExpired
    /// The provider is not integrated with this service provider.
    case invalidIntegration
    /// The code has expired, was replaced, or was never issued.
    case invalidAuthenticationSession
    /// The request has more resources than the provider accepts.
    case tooManyResources
    /// The user is not signed in to the provider.
    case authenticatedProfileMissing
    /// The profile has expired.
    case authenticatedProfileExpired
    /// The profile was ended by the provider or an administrator.
    case authenticatedProfileInvalidated
    /// The provider denied the resource.
    case authorizationDeniedByMVPD
    /// The user's parental controls deny the resource.
    case authorizationDeniedByParentalControls
    /// A degradation rule denies the resource.
    case authorizationDeniedByDegradationRule
    /// The device is not in the user's home.
    case authorizationDeniedByHBAPolicies
    /// The provider ended the session.
    case authorizationDeniedBySessionInvalidated
    /// The provider denied the resource in a preauthorization.
    case preauthorizationDeniedByMVPD
    /// The provider does not recognize the user.
    case identityNotRecognizedByMVPD
    /// The provider answered with an error.
    case networkReceivedError
    /// The provider did not accept a connection in time.
    case networkConnectionTimeout
    /// The provider did not answer in time.
    case maximumExecutionTimeExceeded
    /// The temporary pass has expired.
    case temporaryAccessDurationLimitExceeded
    /// The temporary pass is used up.
    case temporaryAccessResourcesLimitExceeded
    /// The temporary pass is not configured.
    case invalidConfigurationTemporaryAccess
    /// The certificate for user metadata is not configured.
    case invalidConfigurationUserMetadataCertificate
    /// The provider's single sign-on is not configured.
    case invalidConfigurationMVPDPlatformProfileExchange
    /// The service failed.
    case internalServerError
    /// A value of a newer service.
    case unknown(String)

    /// The known values with the service's spelling.
    public static let words: [(value: Self, word: String)] = [
        (.invalidAccessTokenClientApplication, "invalid_access_token_client_application"),
        (.invalidAccessTokenServiceProvider, "invalid_access_token_service_provider"),
        (.invalidParameterServiceProvider, "invalid_parameter_service_provider"),
        (.invalidParameterMVPD, "invalid_parameter_mvpd"),
        (.invalidParameterCode, "invalid_parameter_code"),
        (.invalidParameterPartner, "invalid_parameter_partner"),
        (.invalidParameterResources, "invalid_parameter_resources"),
        (.invalidParameterRedirectURL, "invalid_parameter_redirect_url"),
        (.invalidParameterSAMLResponse, "invalid_parameter_saml_response"),
        (.invalidHeaderDeviceIdentifier, "invalid_header_device_identifier"),
        (.invalidHeaderDeviceInfo, "invalid_header_device_info"),
        (.invalidHeaderIdentityForTemporaryAccess, "invalid_header_identity_for_temporary_access"),
        (.invalidHeaderPFSPermissionAccessNotPresent, "invalid_header_pfs_permission_access_not_present"),
        (.invalidHeaderPFSPermissionAccessNotDetermined, "invalid_header_pfs_permission_access_not_determined"),
        (.invalidHeaderPFSPermissionAccessNotGranted, "invalid_header_pfs_permission_access_not_granted"),
        (.invalidHeaderPFSProviderIDNotDetermined, "invalid_header_pfs_provider_id_not_determined"),
        (.invalidHeaderPFSProviderIDMismatch, "invalid_header_pfs_provider_id_mismatch"),
        (.invalidHeaderPFSProviderInfoExpired, "invalid_header_pfs_provider_info_expired"),
        (.invalidIntegration, "invalid_integration"),
        (.invalidAuthenticationSession, "invalid_authentication_session"),
        (.tooManyResources, "too_many_resources"),
        (.authenticatedProfileMissing, "authenticated_profile_missing"),
        (.authenticatedProfileExpired, "authenticated_profile_expired"),
        (.authenticatedProfileInvalidated, "authenticated_profile_invalidated"),
        (.authorizationDeniedByMVPD, "authorization_denied_by_mvpd"),
        (.authorizationDeniedByParentalControls, "authorization_denied_by_parental_controls"),
        (.authorizationDeniedByDegradationRule, "authorization_denied_by_degradation_rule"),
        (.authorizationDeniedByHBAPolicies, "authorization_denied_by_hba_policies"),
        (.authorizationDeniedBySessionInvalidated, "authorization_denied_by_session_invalidated"),
        (.preauthorizationDeniedByMVPD, "preauthorization_denied_by_mvpd"),
        (.identityNotRecognizedByMVPD, "identity_not_recognized_by_mvpd"),
        (.networkReceivedError, "network_received_error"),
        (.networkConnectionTimeout, "network_connection_timeout"),
        (.maximumExecutionTimeExceeded, "maximum_execution_time_exceeded"),
        (.temporaryAccessDurationLimitExceeded, "temporary_access_duration_limit_exceeded"),
        (.temporaryAccessResourcesLimitExceeded, "temporary_access_resources_limit_exceeded"),
        (.invalidConfigurationTemporaryAccess, "invalid_configuration_temporary_access"),
        (.invalidConfigurationUserMetadataCertificate, "invalid_configuration_user_metadata_certificate"),
        (.invalidConfigurationMVPDPlatformProfileExchange, "invalid_configuration_mvpd_platform_profile_exchange"),
        (.internalServerError, "internal_server_error"),
    ]

    /// The word, if this version does not know it.
    public var unknownWord: String? { if case .unknown(let word) = self { word } else { nil } }

    /// Whether the service could not use the status of the device's account.
    public var isAboutPartnerStatus: Bool { word.hasPrefix("invalid_header_pfs_") }

    /// Whether the profile is missing or has ended.
    public var isAboutProfile: Bool { word.hasPrefix("authenticated_profile_") }
}
