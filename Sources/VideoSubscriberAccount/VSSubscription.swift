import Foundation

/// How much a subscription opens. Mirrors `VSSubscriptionAccessLevel` of VideoSubscriberAccount, raw values included.
public enum VSSubscriptionAccessLevel: Int, Sendable {
    /// Not said; such a subscription cannot be registered.
    case unknown = 0
    /// What everybody sees who has an account.
    case freeWithAccount = 1
    /// What is paid for.
    case paid = 2
}

/// A subscription to the app's own service. Mirrors `VSSubscription` of VideoSubscriberAccount, which newer systems of Apple
/// replace with ``VSUserAccount``.
open class VSSubscription: NSObject {
    /// When it ends; whole seconds are kept. The distant future at first.
    open var expirationDate: Date! = Date.distantFuture
    /// How much it opens.
    open var accessLevel = VSSubscriptionAccessLevel.unknown
    /// What it opens, by the names of the app's service.
    open var tierIdentifiers: [String]! = []
    /// The identifier that the billing goes by.
    open var billingIdentifier: String?

    /// A subscription without an end, whose access level is still to be set.
    public override init() { super.init() }
}
