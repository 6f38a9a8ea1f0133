import DBus
import DeviceInterfaces
import Foundation

/// The access level of a subscription. Mirrors `VSSubscriptionAccessLevel` of VideoSubscriberAccount, including its raw values;
/// deprecated together with ``VSSubscription``.
@available(*, deprecated, message: "Use VSUserAccount and VSUserAccount.AccountType.")
public enum VSSubscriptionAccessLevel: Int, Sendable {
    /// Not specified; a subscription with this level cannot be registered.
    case unknown = 0
    /// Content that is free for users with an account.
    case freeWithAccount = 1
    /// Paid content.
    case paid = 2
}

/// A subscription to the app's own service. Mirrors `VSSubscription` of VideoSubscriberAccount, which is deprecated since iOS 18,
/// tvOS 18 and visionOS 2.
@available(*, deprecated, message: "Use VSUserAccount.")
open class VSSubscription: NSObject {
    private var givenExpirationDate: Date?
    private var givenTierIdentifiers: [String]?

    /// The date on which the subscription expires, in whole seconds. The default, also after setting nil, is the distant future.
    open var expirationDate: Date! {
        get { givenExpirationDate ?? .distantFuture }
        set { givenExpirationDate = newValue }
    }
    /// The access level.
    open var accessLevel = VSSubscriptionAccessLevel.unknown
    /// The tiers of the subscription, as named by the app's service. The default, also after setting nil, is empty.
    open var tierIdentifiers: [String]! {
        get { givenTierIdentifiers ?? [] }
        set { givenTierIdentifiers = newValue }
    }
    /// The identifier used for billing.
    open var billingIdentifier: String?

    /// Creates a subscription that does not expire. Its access level still has to be set.
    public override init() { super.init() }
}

@available(*, deprecated)
extension VSSubscription {
    /// The subscription as `SetCurrentSubscription` accepts it.
    var details: VariantDictionary {
        typealias Key = UserAccountsInterface.Key
        return VariantDictionary(filled: [
            Key.accessLevel: Vocabulary.text(of: accessLevel, in: Vocabulary.accessLevels),
            Key.expirationDate: expirationDate == .distantFuture ? nil : expirationDate?.unixSeconds,
            Key.tierIdentifiers: tierIdentifiers?.isEmpty == true ? nil : tierIdentifiers,
            Key.billingIdentifier: billingIdentifier,
        ])
    }
}
