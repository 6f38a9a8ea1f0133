import DBus

/// The names of user accounts, subscriptions and automatic sign-in.
extension WireNames {
    static let userAccountsInterface: InterfaceName = "org.vsasim.SubscriberAccount1.UserAccounts"

    static let updateAccount: MemberName = "UpdateAccount"
    static let listAccounts: MemberName = "ListAccounts"
    static let setCurrentSubscription: MemberName = "SetCurrentSubscription"
    static let getAutoSignInToken: MemberName = "GetAutoSignInToken"
    static let requestAutoSignInAuthorization: MemberName = "RequestAutoSignInAuthorization"
    static let updateAutoSignInToken: MemberName = "UpdateAutoSignInToken"
    static let deleteAutoSignInToken: MemberName = "DeleteAutoSignInToken"

    /// The keys of a user account.
    enum UserAccountKey: String, CaseIterable {
        case updateURL = "update-url"
        case requiresSystemTrust = "requires-system-trust"
        case provider = "account-provider-identifier"
        case identifier
        case type = "account-type"
        case isSignedOut = "is-signed-out"
        case billingCycleEnd = "subscription-billing-cycle-end-date"
        case tiers = "tier-identifiers"
        case billingIdentifier = "billing-identifier"
        case authenticationData = "authentication-data"
        case appleSubscription = "apple-subscription"
        case isFromCurrentDevice = "is-from-current-device"
        case deviceCategory = "device-category"
    }

    /// The keys of an `apple-subscription`.
    enum AppleSubscriptionKey: String, CaseIterable {
        case customer = "customer-id"
        case products = "product-codes"
    }

    /// The keys of `SetCurrentSubscription`.
    enum SubscriptionKey: String, CaseIterable {
        case expirationDate = "expiration-date"
        case accessLevel = "access-level"
        case tiers = "tier-identifiers"
        case billingIdentifier = "billing-identifier"
    }

    /// The keys of `GetAutoSignInToken`'s reply.
    enum AutoSignInKey: String, CaseIterable {
        case value
        case authorization
    }

    /// The keys of the result of `RequestAutoSignInAuthorization`.
    enum AuthorizationKey: String, CaseIterable {
        case authorization
        case updateContext = "update-context"
    }

    static let accountTypes: [String: VSUserAccount.AccountType] = ["free": .free, "paid": .paid]
    static let deviceCategories: [String: VSUserAccount.OriginatingDeviceCategory] = ["mobile": .mobile, "other": .other]
    @available(*, deprecated) static let accessLevels: [String: VSSubscriptionAccessLevel] = [
        "unknown": .unknown, "free-with-account": .freeWithAccount, "paid": .paid,
    ]
    static let authorizations: [String: VSUserAccountManager.AutoSignInAuthorization] = [
        "not-determined": .notDetermined, "granted": .granted, "denied": .denied,
    ]

    /// Returns the name of a value in one of these tables.
    static func text<Value: Equatable>(of value: Value, in table: [String: Value]) -> String {
        table.first { $0.value == value }?.key ?? ""
    }
}
