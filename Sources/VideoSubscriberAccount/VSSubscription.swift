import Foundation

/// How much a subscription opens. Mirrors `VSSubscriptionAccessLevel` of VideoSubscriberAccount, raw values included; deprecated
/// with ``VSSubscription``.
@available(*, deprecated, message: "Use VSUserAccount and VSUserAccount.AccountType.")
public enum VSSubscriptionAccessLevel: Int, Sendable {
    /// Not said; such a subscription cannot be registered.
    case unknown = 0
    /// What everybody sees who has an account.
    case freeWithAccount = 1
    /// What is paid for.
    case paid = 2
}

/// A subscription to the app's own service. Mirrors `VSSubscription` of VideoSubscriberAccount, which is deprecated since iOS 18,
/// tvOS 18 and visionOS 2.
@available(*, deprecated, message: "Use VSUserAccount.")
open class VSSubscription: NSObject {
    private var givenExpirationDate: Date?
    private var givenTierIdentifiers: [String]?

    /// When it ends; whole seconds are kept. The distant future at first, and again when it is set to nil.
    open var expirationDate: Date! {
        get { givenExpirationDate ?? .distantFuture }
        set { givenExpirationDate = newValue }
    }
    /// How much it opens.
    open var accessLevel = VSSubscriptionAccessLevel.unknown
    /// What it opens, by the names of the app's service. Nothing at first, and again when it is set to nil.
    open var tierIdentifiers: [String]! {
        get { givenTierIdentifiers ?? [] }
        set { givenTierIdentifiers = newValue }
    }
    /// The identifier that the billing goes by.
    open var billingIdentifier: String?

    /// A subscription without an end, whose access level is still to be set.
    public override init() { super.init() }
}
