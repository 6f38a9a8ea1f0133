/// The enhanced error codes of REST v1 that the service answers with.
///
/// Mirrors the enhanced error codes page; cases that it lacks say so.
public enum ErrorCode: String, Sendable, CaseIterable {
    /// The requestor is missing or unknown.
    case invalidRequestor = "invalid_requestor"
    /// The device information cannot be read.
    case invalidDeviceInformation = "invalid_device_info"
    /// The device identifier is missing or too long.
    case invalidDeviceID = "invalid_device_id"
    /// `deviceType`, `mvpd` or another parameter is missing or unknown; SDK `preauthorize` names it too.
    case badRequest = "bad_request"
    /// No resource was named.
    case missingResource = "missing_resource"
    /// The resource is neither an identifier nor a media-RSS document.
    case malformedAuthorizationRequest = "malformed_authz_request"
    /// The SAML response was refused; REST v2's code, REST v1 has none.
    case invalidSAMLResponse = "invalid_parameter_saml_response"
    /// The registration code is unknown, has ended or was used; REST v2's code, REST v1 has none.
    case invalidCode = "invalid_parameter_code"
    /// The address to return to is not one of the application; REST v2's code, REST v1 has none.
    case invalidRedirectURL = "invalid_parameter_redirect_url"
    /// The login was completed before: a second submit, a step back, a replayed response. Own code.
    case loginCompleted = "login_already_completed"
    /// The login took too long. Own code.
    case loginExpired = "login_expired"
    /// The person gave the login up at the provider. Own code.
    case loginCancelled = "login_cancelled"
    /// The provider refused to log the person in, as for a suspended account. Own code.
    case loginDenied = "login_denied_by_mvpd"
    /// The provider would have had to ask the person, and was told not to. Own code.
    case loginNeedsPerson = "login_needs_person"
    /// The name or the password is wrong. Own code, in the journal only.
    case wrongPassword = "wrong_password"
    /// The provider did not end its session. Own code.
    case logoutIncomplete = "logout_incomplete"
    /// The requestor does not work with the provider.
    case unknownIntegration = "unknown_integration"
    /// More resources than the provider answers at once.
    case tooManyResources = "too_many_resources"
    /// The provider said no.
    case authorizationDenied = "authorization_denied_by_mvpd"
    /// The provider said no on preauthorization.
    case preauthorizationDenied = "preauthorization_denied_by_mvpd"
    /// The resource's rating is above the user's limit.
    case parentalControls = "authorization_denied_by_parental_controls"
    /// The provider does not know the user.
    case identityNotRecognized = "identity_not_recognized_by_mvpd"
    /// The session is home-based, and the device has left the home.
    case homePolicy = "authorization_denied_by_hba_policies"
    /// The provider ended the session, as for a suspended account.
    case sessionInvalidated = "authorization_denied_by_session_invalidated"
    /// An AuthZNone rule; REST v2's code, used in v1 too.
    case degradationRule = "authorization_denied_by_degradation_rule"
    /// The guard against repeated denials; own code, the public list has none.
    case repeatedDenials = "authorization_denied_by_repeated_denials"
    /// The trial of a temporary pass is over; REST v2's code, used in v1 too.
    case temporaryAccessEnded = "temporary_access_duration_limit_exceeded"
    /// The trial of a temporary pass was used for as many resources as it is for; REST v2's code, used in v1 too.
    case temporaryAccessUsedUp = "temporary_access_resources_limit_exceeded"
    /// A temporary pass has no settings; REST v2's code, used in v1 too.
    case temporaryAccessConfiguration = "invalid_configuration_temporary_access"
    /// The provider's answer broke off.
    case networkReceiveError = "network_received_error"
    /// The provider cannot be connected to.
    case networkTimeout = "network_connection_timeout"
    /// The provider takes too long.
    case executionTime = "maximum_execution_time_exceeded"
    /// The sign-in is another device's than the one that calls. Own code: the public list names only what the library makes of it
    /// (SEC412). A service that finds sign-ins by the device's identifier never notices by itself; a fault makes it.
    case deviceMismatch = "device_id_mismatch"
    /// Nobody is signed in.
    case sessionMissing = "authentication_session_missing"
    /// The sign-in has ended.
    case sessionExpired = "authentication_session_expired"
    /// Nobody is signed in, on preauthorization.
    case preauthorizationSessionMissing = "preauthorization_authentication_session_missing"
    /// The sign-in has ended, on preauthorization.
    case preauthorizationSessionExpired = "preauthorization_authentication_session_expired"
    /// There is no authorization for the resource.
    case authorizationNotFound = "authorization_not_found"
    /// The authorization has ended.
    case authorizationExpired = "authorization_expired"
    /// User metadata cannot be encrypted: no certificate, or a value that does not fit its key. REST v2's code, used in v1 too.
    case metadataCertificate = "invalid_configuration_user_metadata_certificate"
    /// The service failed.
    case internalError = "internal_error"
}
