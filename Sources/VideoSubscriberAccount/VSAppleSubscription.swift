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
