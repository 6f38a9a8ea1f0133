import Foundation

/// An account that a user has with the app's own service. Mirrors `VSUserAccount` of VideoSubscriberAccount.
///
/// The device stores one for each app, and only that app can read it. It is independent of the TV-provider account except for
/// ``accountProviderIdentifier``. Strings have at most 65,536 bytes, arrays at most 256 elements.
public struct VSUserAccount: Sendable, Hashable {
    /// Whether the account is paid for. Mirrors `VSUserAccount.AccountType`, including its raw values.
    public enum AccountType: Int, Sendable, Hashable {
        /// A free account.
        case free = 0
        /// A paid account.
        case paid = 1
    }

    /// The kind of device that registered the account. Mirrors `VSUserAccount.OriginatingDeviceCategory`, including its raw
    /// values.
    public enum OriginatingDeviceCategory: Int, Sendable, Hashable {
        /// A phone or a tablet.
        case mobile = 0
        /// Any other device, including this one.
        case other = 1
    }

    /// A URL at which the system may look for updates of the account; stored, but never fetched by the simulator.
    public var updateURL: URL?
    /// Whether ``updateURL`` must use HTTPS with a certificate that the system trusts.
    public var requiresSystemTrust = false
    /// The TV provider through which the user got the account: only the one that is signed in, and only with access to it.
    public var accountProviderIdentifier: String?
    /// The account's identifier at the app's service.
    public var identifier: String?
    /// Whether the account is paid for.
    public var accountType: AccountType
    /// Whether the user has signed out. Such an account is not listed.
    public var isSignedOut = false
    /// The end of the current billing cycle, in whole seconds.
    public var subscriptionBillingCycleEndDate: Date?
    /// The tiers of the subscription, as named by the app's service.
    public var tierIdentifiers: [String]?
    /// The identifier used for billing.
    public var billingIdentifier: String?
    /// The app's own data, opaque to the system.
    public var authenticationData: String?
    /// The subscription that was bought through Apple.
    public var appleSubscription: VSAppleSubscription?
    /// Whether this device registered the account: always true, because the simulator has one device.
    public var isFromCurrentDevice = true
    /// The kind of device that registered the account.
    public internal(set) var deviceCategory = OriginatingDeviceCategory.other

    /// Creates an account; all other properties are nil or false.
    public init(accountType: AccountType = .free, updateURL: URL?) {
        self.accountType = accountType
        self.updateURL = updateURL
    }
}

/// A subscription that the user bought through Apple. Mirrors `VSAppleSubscription` of VideoSubscriberAccount.
public struct VSAppleSubscription: Sendable, Hashable {
    /// The customer's identifier at the app's service.
    public var customerID: String
    /// The products that the subscription includes.
    public var productCodes: [String]

    /// Creates a subscription.
    public init(customerID: String, productCodes: [String]) {
        self.customerID = customerID
        self.productCodes = productCodes
    }
}
