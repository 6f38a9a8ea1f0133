import DBus

/// The well-known strings of the bus interface. `dbus/interfaces` contains them, too; a test compares both.
public enum BusNames {
    /// The daemon's name; when it is owned, the daemon is ready.
    public static let service: BusName = "org.vsasim.SubscriberAccount1"
    /// The root object, for apps.
    public static let root: ObjectPath = "/org/vsasim/SubscriberAccount1"
    /// The object with the device's settings.
    public static let control: ObjectPath = "/org/vsasim/SubscriberAccount1/Control"
    /// The interface for apps.
    static let subscriberAccount: InterfaceName = "org.vsasim.SubscriberAccount1"
    /// The interface of the device's settings.
    static let controlInterface: InterfaceName = "org.vsasim.SubscriberAccount1.Control"
    /// The interface of one app's object.
    static let application: InterfaceName = "org.vsasim.SubscriberAccount1.Application"
    /// The interface of one provider's object.
    static let provider: InterfaceName = "org.vsasim.SubscriberAccount1.Provider"
    /// The interface of the account's object.
    static let account: InterfaceName = "org.vsasim.SubscriberAccount1.Account"
    /// The interface for apps' own accounts.
    static let userAccounts: InterfaceName = "org.vsasim.SubscriberAccount1.UserAccounts"
    /// The interface of a request that may prompt the user.
    static let request: InterfaceName = "org.vsasim.SubscriberAccount1.Request"
    /// The interface of one registered agent's object.
    static let agentObject: InterfaceName = "org.vsasim.SubscriberAccount1.RegisteredAgent"
    /// The interface with which agents register.
    static let agentManager: InterfaceName = "org.vsasim.SubscriberAccount1.AgentManager"
    /// The interface that agents implement.
    static let agent: InterfaceName = "org.vsasim.SubscriberAccount1.Agent"
    /// The name of the graphical agent, which the bus starts.
    static let picker: BusName = "org.vsasim.Picker1"
    /// Its object.
    static let pickerPath: ObjectPath = "/org/vsasim/Picker1"
    /// The version of `subscriberAccount`.
    static let version: UInt32 = 1
}

/// The keys of `Register`'s details.
enum RegistrationKey: String, CaseIterable {
    case usageDescription = "usage-description"
    case errorInfo = "error-info"
    case correlationID = "correlation-id"
}

/// The keys of a metadata request.
enum RequestKey: String, CaseIterable {
    case channelIdentifier = "channel-identifier"
    case supportedAccountProviderIdentifiers = "supported-account-provider-identifiers"
    case featuredAccountProviderIdentifiers = "featured-account-provider-identifiers"
    case verificationToken = "verification-token"
    case includeAccountProviderIdentifier = "include-account-provider-identifier"
    case includeAuthenticationExpirationDate = "include-authentication-expiration-date"
    case localizedVideoTitle = "localized-video-title"
    case forceAuthentication = "force-authentication"
    case attributeNames = "attribute-names"
    case supportedAuthenticationSchemes = "supported-authentication-schemes"
    case accountProviderAuthenticationToken = "account-provider-authentication-token"
    case applicationAccountProviders = "application-account-providers"
    case confirmProvider = "confirm-provider"
    case parentWindow = "parent-window"
    case errorInfo = "error-info"
    case correlationID = "correlation-id"
}

/// The keys of metadata.
enum MetadataKey: String, CaseIterable {
    case accountProviderIdentifier = "account-provider-identifier"
    case authenticationExpirationDate = "authentication-expiration-date"
    case samlAttributeQueryResponse = "saml-attribute-query-response"
    case verificationData = "verification-data"
    case accountProviderResponse = "account-provider-response"
}

/// The keys of an `account-provider-response`.
enum ProviderResponseKey: String, CaseIterable {
    case authenticationScheme = "authentication-scheme"
    case status
    case body
}

/// The keys of an error's information.
enum ErrorInfoKey: String, CaseIterable {
    case unsupportedProviderIdentifier = "unsupported-provider-identifier"
    case samlResponse = "saml-response"
    case samlResponseStatus = "saml-response-status"
    case accountProviderResponse = "account-provider-response"
    case accessStatus = "access-status"
    case underlyingCode = "underlying-code"
}

/// The keys of everything that `Control` accepts and returns.
enum ControlKey: String, CaseIterable {
    case applicationID = "application-id"
    case accessStatus = "access-status"
    case identifiedBy = "identified-by"
    case usageDescription = "usage-description"
    case expiresIn = "expires-in"
    case keepAccess = "keep-access"
    case accountProviderIdentifier = "account-provider-identifier"
    case subscriber
    case signedInAt = "signed-in-at"
    case remembered
    case authenticationExpirationDate = "authentication-expiration-date"
    case providerIdentifier = "provider-identifier"
    case name
    case mvpd
    case boardingStatus = "boarding-status"
    case lineUp = "line-up"
    case subscribers
    case supportedAuthenticationSchemes = "supported-authentication-schemes"
    case developer
    case authenticationURL = "authentication-url"
    case requiresSystemTrust = "requires-system-trust"
    case version
    case processID = "process-id"
    case program
    case region
    case applications
    case signedIn = "signed-in"
    case serviceEntityID = "service-entity-id"
    case stateFolder = "state-folder"
    case unanswered
    case empty
    case prompt
    case answer
    case provider
    case delay
    case times
    case id
    case used
    case sender
    case path
    case prompts
    case request
    case kind
    case stage
    case asked
    case after
    case limit
    case sequence
    case time
    case event
    case details
    case mode
    case offset
    case specification
    case machineTime = "machine-time"
    case correlationID = "correlation-id"
    case documents
    case message
    case direction
    case xml
}

/// The keys of an app's own account: Apple's property names.
enum UserAccountKey: String, CaseIterable {
    case updateURL = "update-url"
    case requiresSystemTrust = "requires-system-trust"
    case accountProviderIdentifier = "account-provider-identifier"
    case identifier
    case accountType = "account-type"
    case isSignedOut = "is-signed-out"
    case subscriptionBillingCycleEndDate = "subscription-billing-cycle-end-date"
    case tierIdentifiers = "tier-identifiers"
    case billingIdentifier = "billing-identifier"
    case authenticationData = "authentication-data"
    case appleSubscription = "apple-subscription"
    case isFromCurrentDevice = "is-from-current-device"
    case deviceCategory = "device-category"
}

/// The keys of an `apple-subscription`.
enum AppleSubscriptionKey: String, CaseIterable {
    case customerID = "customer-id"
    case productCodes = "product-codes"
}

/// The keys of a subscription: Apple's property names.
enum SubscriptionKey: String, CaseIterable {
    case expirationDate = "expiration-date"
    case accessLevel = "access-level"
    case tierIdentifiers = "tier-identifiers"
    case billingIdentifier = "billing-identifier"
}

/// The keys of an automatic-sign-in token.
enum AutoSignInKey: String, CaseIterable {
    case value
    case authorization
}
