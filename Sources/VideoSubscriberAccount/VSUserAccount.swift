import Foundation

/// An account that a user has with the app's own service. Mirrors `VSUserAccount` of VideoSubscriberAccount.
///
/// The device keeps one for each app, which only that app sees; it has nothing to do with the TV-provider account, save for
/// ``accountProviderIdentifier``. Texts have at most 65,536 bytes, lists at most 256 entries.
public struct VSUserAccount: Sendable, Hashable {
    /// Whether the account costs money. Mirrors `VSUserAccount.AccountType`, raw values included.
    public enum AccountType: Int, Sendable, Hashable {
        /// It does not.
        case free = 0
        /// It does.
        case paid = 1
    }

    /// The kind of device that told of an account. Mirrors `VSUserAccount.OriginatingDeviceCategory`, raw values included.
    public enum OriginatingDeviceCategory: Int, Sendable, Hashable {
        /// A phone or a tablet.
        case mobile = 0
        /// Any other; this one.
        case other = 1
    }

    /// Where the system may look for news of the account; kept, never fetched here.
    public var updateURL: URL?
    /// Whether the address above must be an https one that the system trusts.
    public var requiresSystemTrust = false
    /// The TV provider that the account came through: only the one that is signed in, and only with access to it.
    public var accountProviderIdentifier: String?
    /// The account's identifier at the app's service.
    public var identifier: String?
    /// Whether the account costs money.
    public var accountType: AccountType
    /// Whether the user has signed out: such an account is not listed.
    public var isSignedOut = false
    /// When the current billing cycle ends; whole seconds are kept.
    public var subscriptionBillingCycleEndDate: Date?
    /// What the subscription opens, by the names of the app's service.
    public var tierIdentifiers: [String]?
    /// The identifier that the billing goes by.
    public var billingIdentifier: String?
    /// The app's own data, opaque to the system.
    public var authenticationData: String?
    /// What was bought through Apple.
    public var appleSubscription: VSAppleSubscription?
    /// Whether this device told of the account: always, since the simulator has one device.
    public var isFromCurrentDevice = true
    /// The kind of device that told of it.
    public internal(set) var deviceCategory = OriginatingDeviceCategory.other

    /// An account; everything else is nil or false at first.
    public init(accountType: AccountType = .free, updateURL: URL?) {
        self.accountType = accountType
        self.updateURL = updateURL
    }
}
