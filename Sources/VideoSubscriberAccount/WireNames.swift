import DBus

/// The device's names on the bus. They are spelled out only here; a test compares them with `dbus/interfaces`.
enum WireNames {
    static let busName: BusName = "org.vsasim.SubscriberAccount1"
    static let path: ObjectPath = "/org/vsasim/SubscriberAccount1"
    static let interface: InterfaceName = "org.vsasim.SubscriberAccount1"
    /// The prefix of the names of the device's errors.
    static let errorPrefix = "org.vsasim.SubscriberAccount1.Error."

    static let register: MemberName = "Register"
    static let checkAccessStatus: MemberName = "CheckAccessStatus"
    static let queryMetadata: MemberName = "QueryMetadata"
    static let requestAccess: MemberName = "RequestAccess"
    static let requestMetadata: MemberName = "RequestMetadata"

    /// The keys of `Register`'s details.
    enum RegistrationKey: String, CaseIterable {
        case usageDescription = "usage-description"
        case errorInfo = "error-info"
        case correlation = "correlation-id"
    }

    /// The keys of the request of `QueryMetadata` and `RequestMetadata`.
    enum RequestKey: String, CaseIterable {
        case channelIdentifier = "channel-identifier"
        case supportedProviders = "supported-account-provider-identifiers"
        case featuredProviders = "featured-account-provider-identifiers"
        case verificationToken = "verification-token"
        case includesProvider = "include-account-provider-identifier"
        case includesExpirationDate = "include-authentication-expiration-date"
        case videoTitle = "localized-video-title"
        case forcesAuthentication = "force-authentication"
        case attributeNames = "attribute-names"
        case schemes = "supported-authentication-schemes"
        case authenticationToken = "account-provider-authentication-token"
        case applicationProviders = "application-account-providers"
        case confirmsProvider = "confirm-provider"
        case parentWindow = "parent-window"
    }

    /// The key of options and requests with which a caller requests an error's information.
    static let errorInfo = "error-info"

    /// The key of options and requests with the trace identifier of the app's call. It affects only the device's journal.
    static let correlation = "correlation-id"

    /// The keys of `QueryMetadata`'s reply.
    enum MetadataKey: String, CaseIterable {
        case provider = "account-provider-identifier"
        case expirationDate = "authentication-expiration-date"
        case samlResponse = "saml-attribute-query-response"
        case verificationData = "verification-data"
        case providerResponse = "account-provider-response"
    }

    /// The keys of an `account-provider-response`.
    enum ProviderResponseKey: String, CaseIterable {
        case scheme = "authentication-scheme"
        case status
        case body
    }

    /// The keys of an error's information.
    enum ErrorInfoKey: String, CaseIterable {
        case unsupportedProvider = "unsupported-provider-identifier"
        case samlResponse = "saml-response"
        case samlResponseStatus = "saml-response-status"
        case providerResponse = "account-provider-response"
        case accessStatus = "access-status"
        case underlyingCode = "underlying-code"
    }

    /// The names of the permissions.
    static let accessStatuses: [String: VSAccountAccessStatus] = [
        "not-determined": .notDetermined, "restricted": .restricted, "denied": .denied, "granted": .granted,
    ]

    /// The last components of error names, with Apple's codes.
    static let errors: [String: VSError.Code] = [
        "AccessNotGranted": .accessNotGranted, "UnsupportedProvider": .unsupportedProvider, "UserCancelled": .userCancelled,
        "ServiceTemporarilyUnavailable": .serviceTemporarilyUnavailable, "ProviderRejected": .providerRejected,
        "InvalidVerificationToken": .invalidVerificationToken, "Rejected": .rejected, "Unsupported": .unsupported,
    ]
    /// The last components of the names of `Register`'s errors.
    static let notPermitted = "NotPermitted"
    static let alreadyRegistered = "AlreadyRegistered"
}
