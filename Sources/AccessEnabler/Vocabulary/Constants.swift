// The names are those of the iOS/tvOS API.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The global constants of the iOS/tvOS API, with the names, types and numbers that published apps use. The values of the error
// constants are not documented; apps compare with the constants.

/// `setRequestorComplete`, `setAuthenticationStatus`: success.
public let ACCESS_ENABLER_STATUS_SUCCESS: Int32 = 1
/// `setRequestorComplete`, `setAuthenticationStatus`: failure; also the end of a logout.
public let ACCESS_ENABLER_STATUS_ERROR: Int32 = 0

/// The error code of a successful `setAuthenticationStatus`: empty.
public let USER_AUTHENTICATED = ""
/// The user has no valid login.
public let USER_NOT_AUTHENTICATED_ERROR = "User Not Authenticated Error"
/// The login was cancelled with `setSelectedProvider(nil)`.
public let PROVIDER_NOT_SELECTED_ERROR = "Provider not Selected Error"
/// The requestor has no provider.
public let PROVIDER_NOT_AVAILABLE_ERROR = "Provider not Available Error"
/// The login failed for another reason.
public let GENERIC_AUTHENTICATION_ERROR = "Generic Authentication Error"
/// The user is not authorized for the resource.
public let USER_NOT_AUTHORIZED_ERROR = "User not Authorized Error"

/// The URL at which a login or logout in a web view ends.
public let ADOBEPASS_REDIRECT_URL = "adobepass://ios.app"

/// Key of `getMetadata`'s dictionary: the requested metadata, one of the `METADATA_…` opcodes.
public let METADATA_OPCODE_KEY = "opCode"
/// Key of `getMetadata`'s dictionary: the resource, with `METADATA_AUTHORIZATION`.
public let METADATA_RESOURCE_ID_KEY = "resource_id"
/// Key of `getMetadata`'s dictionary: the field, with `METADATA_USER_META`.
public let METADATA_USER_META_KEY = "user_metadata_name"
/// Opcode: the expiration date of the authentication.
public let METADATA_AUTHENTICATION: Int32 = 0
/// Opcode: the expiration date of the authorization for a resource.
public let METADATA_AUTHORIZATION: Int32 = 1
/// Opcode: the device's identifier.
public let METADATA_DEVICE_ID: Int32 = 2
/// Opcode: a field of the user metadata.
public let METADATA_USER_META: Int32 = 3

/// Event of `sendTrackingData`: a check of the authentication, or a login.
public let TRACKING_AUTHENTICATION: Int32 = 0
/// Event of `sendTrackingData`: the answer to a request for a media token.
public let TRACKING_AUTHORIZATION: Int32 = 1
/// Event of `sendTrackingData`: a provider was selected.
public let TRACKING_GET_SELECTED_PROVIDER: Int32 = 2
/// Another name of ``TRACKING_GET_SELECTED_PROVIDER`` in the documentation.
public let TRACKING_MVPD_SELECTION: Int32 = TRACKING_GET_SELECTED_PROVIDER

/// Key of `getAuthentication`'s filter: the MVPDs that the system's picker lists.
public let TV_PROVIDERS = "TV_PROVIDERS"
/// Key of `getAuthentication`'s filter: the MVPDs that it lists first.
public let FEATURED_TV_PROVIDERS = "FEATURED_TV_PROVIDERS"

/// Advanced code: the system account failed in `setRequestor`.
public let APPL = "APPL"
/// Advanced code: the system account failed in `checkAuthentication`.
public let APPL_ERROR = "APPL_ERROR"
/// Another spelling of ``APPL`` in the documentation; never raised.
public let AAPL = "AAPL"
/// Another spelling of ``APPL_ERROR`` in the documentation; never raised.
public let AAPL_ERROR = "AAPL_ERROR"

/// The check of the storage when an ``AccessEnabler`` is created. Mirrors `IntegrityCheckType` of the iOS/tvOS API 3.8.3.
public enum IntegrityCheckType: Int, Sendable, CaseIterable {
    /// It is not checked.
    case INTEGRITY_CHECK_NONE = 0
    /// If the storage cannot be written, or anything in it is unreadable or malformed, it is cleared, as by
    /// ``INTEGRITY_CHECK_CLEAR``.
    case INTEGRITY_CHECK_ALL = 1
    /// The whole storage is cleared, except for the device's identifier, which is kept unless it is damaged.
    case INTEGRITY_CHECK_CLEAR = 2
}
