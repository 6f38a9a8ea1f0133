/// Whether an account of an app is paid for. Mirrors `VSUserAccount.AccountType`; the raw value is the string on the bus.
public enum UserAccountType: String, Sendable, Hashable, CaseIterable {
    /// `free`
    case free
    /// `paid`
    case paid
}

/// A subscription that was bought through Apple. Mirrors `VSAppleSubscription`.
public struct AppleSubscription: Sendable, Equatable {
    /// `customerID`
    public var customerID: String
    /// `productCodes`
    public var productCodes: [String]

    /// Creates a subscription.
    public init(customerID: String, productCodes: [String]) {
        self.customerID = customerID
        self.productCodes = productCodes
    }
}

/// An account that an app has with its own service. Mirrors `VSUserAccount`, property by property; the defaults are Apple's.
public struct UserAccount: Sendable, Equatable {
    /// `accountType`
    public var accountType = UserAccountType.free
    /// `updateURL`: stored, never fetched.
    public var updateURL: String?
    /// `requiresSystemTrust`, for `updateURL`.
    public var requiresSystemTrust = false
    /// `accountProviderIdentifier`: only that of the signed-in provider, and only with access to it.
    public var accountProviderIdentifier: String?
    /// `identifier`
    public var identifier: String?
    /// `isSignedOut`
    public var isSignedOut = false
    /// `subscriptionBillingCycleEndDate`, in Unix seconds.
    public var subscriptionBillingCycleEndDate: Int64?
    /// `tierIdentifiers`
    public var tierIdentifiers: [String]?
    /// `billingIdentifier`
    public var billingIdentifier: String?
    /// `authenticationData`: opaque.
    public var authenticationData: String?
    /// `appleSubscription`
    public var appleSubscription: AppleSubscription?

    /// The maximum length of a string, in bytes.
    public static let maximumLength = 65_536
    /// The maximum number of elements of an array.
    public static let maximumListCount = 256

    /// Creates a free account.
    public init() {}

    /// The strings of each field.
    var texts: [(field: String, values: [String])] {
        let texts: [(String, String?)] = [
            ("update-url", updateURL), ("account-provider-identifier", accountProviderIdentifier), ("identifier", identifier),
            ("billing-identifier", billingIdentifier), ("authentication-data", authenticationData),
            ("apple-subscription", appleSubscription?.customerID),
        ]
        return texts.map { ($0, $1.map { [$0] } ?? []) } + [
            ("tier-identifiers", tierIdentifiers ?? []), ("apple-subscription", appleSubscription?.productCodes ?? []),
        ]
    }

    /// Checks the sizes.
    ///
    /// - Throws: `InvalidInput` with the field.
    func check() throws(InvalidInput) {
        for (field, values) in texts { try Self.check(values, field: field) }
        if requiresSystemTrust, let updateURL, !updateURL.lowercased().hasPrefix("https://") {
            throw InvalidInput(field: "update-url", message: "must be an https address when requires-system-trust is true")
        }
    }

    private static func check(_ texts: [String], field: String) throws(InvalidInput) {
        guard texts.count <= maximumListCount, texts.allSatisfy({ $0.utf8.count <= maximumLength }) else {
            throw InvalidInput(
                field: field, message: "must be at most \(maximumListCount) strings of at most \(maximumLength) bytes")
        }
    }
}
