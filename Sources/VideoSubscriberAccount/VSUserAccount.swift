import DBus
import DeviceInterfaces
import Foundation

/// An account that a user has with the app's own service. Mirrors `VSUserAccount` of VideoSubscriberAccount.
///
/// The device stores one for each app, and only that app can read it. It is independent of the TV provider account except for
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

    /// Creates an account with the default values of all other properties.
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

extension VSUserAccount {
    private typealias Key = UserAccountsInterface.Key

    /// The account as `UpdateAccount` accepts it. Omits what is nil or false, and what the app cannot set.
    var details: VariantDictionary {
        VariantDictionary(filled: [
            Key.updateURL: updateURL?.absoluteString, Key.requiresSystemTrust: requiresSystemTrust ? true : nil,
            Key.accountProviderIdentifier: accountProviderIdentifier, Key.identifier: identifier,
            Key.accountType: Vocabulary.text(of: accountType, in: Vocabulary.accountTypes),
            Key.isSignedOut: isSignedOut ? true : nil,
            Key.subscriptionBillingCycleEndDate: subscriptionBillingCycleEndDate?.unixSeconds,
            Key.tierIdentifiers: tierIdentifiers, Key.billingIdentifier: billingIdentifier,
            Key.authenticationData: authenticationData, Key.appleSubscription: appleSubscription?.details,
        ])
    }

    /// Creates an account from a result of `ListAccounts`. An unknown type becomes `free`, an unknown category `other`.
    ///
    /// - Throws: `BusConversionError` with the name of a key whose value has the wrong type.
    init(details: VariantDictionary) throws(BusConversionError) {
        let type: String? = try details.optional(Key.accountType)
        let url: String? = try details.optional(Key.updateURL)
        self.init(
            accountType: Vocabulary.value(of: type, in: Vocabulary.accountTypes) ?? .free,
            updateURL: url.flatMap { URL(string: $0) })
        requiresSystemTrust = try details.optional(Key.requiresSystemTrust) ?? false
        accountProviderIdentifier = try details.optional(Key.accountProviderIdentifier)
        identifier = try details.optional(Key.identifier)
        isSignedOut = try details.optional(Key.isSignedOut) ?? false
        let end: Int64? = try details.optional(Key.subscriptionBillingCycleEndDate)
        subscriptionBillingCycleEndDate = end.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        tierIdentifiers = try details.optional(Key.tierIdentifiers)
        billingIdentifier = try details.optional(Key.billingIdentifier)
        authenticationData = try details.optional(Key.authenticationData)
        let subscription: VariantDictionary? = try details.optional(Key.appleSubscription)
        if let subscription { appleSubscription = try VSAppleSubscription(details: subscription) }
        isFromCurrentDevice = try details.optional(Key.isFromCurrentDevice) ?? true
        let category: String? = try details.optional(Key.deviceCategory)
        deviceCategory = Vocabulary.value(of: category, in: Vocabulary.deviceCategories) ?? .other
    }
}

extension VSAppleSubscription {
    private typealias Key = UserAccountsInterface.Key

    /// The dictionary for the key `apple-subscription`.
    var details: VariantDictionary {
        [Key.customerID: BusVariant(customerID), Key.productCodes: BusVariant(productCodes)]
    }

    /// Creates a subscription from the dictionary.
    ///
    /// - Throws: `BusConversionError` with the name of a key whose value has the wrong type.
    init(details: VariantDictionary) throws(BusConversionError) {
        self.init(
            customerID: try details.optional(Key.customerID) ?? "", productCodes: try details.optional(Key.productCodes) ?? [])
    }
}

extension Date {
    /// The date in Unix seconds, limited to the range of the type.
    var unixSeconds: Int64 {
        let seconds = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max)
    }
}
