import AccountCore
import DBus

extension UserAccount {
    /// The origin of accounts as reported to apps: one device, which is not a phone.
    private static let deviceCategory = "other"

    /// Creates an account from its form on the bus. Absent values have Apple's defaults; apps cannot set the origin.
    ///
    /// - Throws: `InvalidInput`, or `ConversionError` with the key of a value of the wrong type.
    init(_ details: Details) throws {
        self.init()
        updateURL = try details.optional(UserAccountKey.updateURL)
        requiresSystemTrust = try details.optional(UserAccountKey.requiresSystemTrust) ?? false
        accountProviderIdentifier = try details.optional(UserAccountKey.accountProviderIdentifier)
        identifier = try details.optional(UserAccountKey.identifier)
        if let text = try details.optional(UserAccountKey.accountType, as: String.self) {
            guard let type = UserAccountType.allCases.first(where: { $0.text == text }) else {
                throw InvalidInput(field: UserAccountKey.accountType.rawValue, message: "must be free or paid")
            }
            accountType = type
        }
        isSignedOut = try details.optional(UserAccountKey.isSignedOut) ?? false
        subscriptionBillingCycleEndDate = try details.optional(UserAccountKey.subscriptionBillingCycleEndDate)
        tierIdentifiers = try details.optional(UserAccountKey.tierIdentifiers)
        billingIdentifier = try details.optional(UserAccountKey.billingIdentifier)
        authenticationData = try details.optional(UserAccountKey.authenticationData)
        if let apple = try details.optional(UserAccountKey.appleSubscription, as: Details.self) {
            guard let customer = try apple.optional(AppleSubscriptionKey.customerID, as: String.self) else {
                throw InvalidInput(field: UserAccountKey.appleSubscription.rawValue, message: "must have customer-id")
            }
            appleSubscription = AppleSubscription(
                customerID: customer, productCodes: try apple.optional(AppleSubscriptionKey.productCodes) ?? [])
        }
        _ = try details.optional(UserAccountKey.isFromCurrentDevice, as: Bool.self)
        _ = try details.optional(UserAccountKey.deviceCategory, as: String.self)
    }

    /// The account in the form of the bus: nil values are absent.
    var details: Details {
        var details: Details = [:]
        details[UserAccountKey.updateURL] = updateURL.map { Variant($0) }
        details[UserAccountKey.requiresSystemTrust] = Variant(requiresSystemTrust)
        details[UserAccountKey.accountProviderIdentifier] = accountProviderIdentifier.map { Variant($0) }
        details[UserAccountKey.identifier] = identifier.map { Variant($0) }
        details[UserAccountKey.accountType] = Variant(accountType.text)
        details[UserAccountKey.isSignedOut] = Variant(isSignedOut)
        details[UserAccountKey.subscriptionBillingCycleEndDate] = subscriptionBillingCycleEndDate.map { Variant($0) }
        details[UserAccountKey.tierIdentifiers] = tierIdentifiers.map { Variant($0) }
        details[UserAccountKey.billingIdentifier] = billingIdentifier.map { Variant($0) }
        details[UserAccountKey.authenticationData] = authenticationData.map { Variant($0) }
        details[UserAccountKey.appleSubscription] = appleSubscription.map { Variant($0.details) }
        details[UserAccountKey.isFromCurrentDevice] = Variant(true)
        details[UserAccountKey.deviceCategory] = Variant(Self.deviceCategory)
        return details
    }
}

extension UserAccountType {
    /// The name on the bus, which is Apple's.
    var text: String {
        switch self {
        case .free: "free"
        case .paid: "paid"
        }
    }
}

extension AppleSubscription {
    /// The subscription in the form of the bus.
    var details: Details {
        var details: Details = [:]
        details[AppleSubscriptionKey.customerID] = Variant(customerID)
        details[AppleSubscriptionKey.productCodes] = Variant(productCodes)
        return details
    }
}

extension Subscription {
    /// Creates a subscription from its form on the bus.
    ///
    /// - Throws: `InvalidInput`, or `ConversionError` with the key of a value of the wrong type.
    init(_ details: Details) throws {
        let text: String? = try details.optional(SubscriptionKey.accessLevel)
        guard let level = SubscriptionAccessLevel.allCases.first(where: { $0.text == text }) else {
            throw InvalidInput(
                field: SubscriptionKey.accessLevel.rawValue, message: "must be free-with-account or paid")
        }
        self.init(
            accessLevel: level, expirationDate: try details.optional(SubscriptionKey.expirationDate),
            tierIdentifiers: try details.optional(SubscriptionKey.tierIdentifiers) ?? [],
            billingIdentifier: try details.optional(SubscriptionKey.billingIdentifier))
    }
}

extension SubscriptionAccessLevel {
    /// The name on the bus: Apple's name in kebab case.
    var text: String {
        switch self {
        case .unknown: "unknown"
        case .freeWithAccount: "free-with-account"
        case .paid: "paid"
        }
    }
}

extension ApplicationUserAccount {
    /// The reply of `GetAutoSignInToken`.
    var tokenDetails: Details {
        var details: Details = [:]
        details[AutoSignInKey.value] = token.map { Variant($0) }
        details[AutoSignInKey.authorization] = Variant(authorization.rawValue)
        return details
    }
}
