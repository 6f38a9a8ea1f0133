import AccountCore
import DBus
import DeviceInterfaces

private typealias Key = UserAccountsInterface.Key

extension UserAccount {
    /// The origin of accounts as reported to apps: one device, which is not a phone.
    private static let deviceCategory = UserAccountsInterface.DeviceCategory.other.rawValue

    /// Creates an account from its form on the bus. Absent values have Apple's defaults; apps cannot set the origin.
    ///
    /// - Throws: `InvalidInput`, or `BusConversionError` with the key of a value of the wrong type.
    init(_ details: VariantDictionary) throws {
        self.init()
        updateURL = try details.optional(Key.updateURL)
        requiresSystemTrust = try details.optional(Key.requiresSystemTrust) ?? false
        accountProviderIdentifier = try details.optional(Key.accountProviderIdentifier)
        identifier = try details.optional(Key.identifier)
        if let text = try details.optional(Key.accountType, as: String.self) {
            guard let type = UserAccountType(rawValue: text) else {
                throw InvalidInput(field: Key.accountType, message: "must be free or paid")
            }
            accountType = type
        }
        isSignedOut = try details.optional(Key.isSignedOut) ?? false
        subscriptionBillingCycleEndDate = try details.optional(Key.subscriptionBillingCycleEndDate)
        tierIdentifiers = try details.optional(Key.tierIdentifiers)
        billingIdentifier = try details.optional(Key.billingIdentifier)
        authenticationData = try details.optional(Key.authenticationData)
        if let apple = try details.optional(Key.appleSubscription, as: VariantDictionary.self) {
            guard let customer = try apple.optional(Key.customerID, as: String.self) else {
                throw InvalidInput(field: Key.appleSubscription, message: "must have customer-id")
            }
            appleSubscription = AppleSubscription(
                customerID: customer, productCodes: try apple.optional(Key.productCodes) ?? [])
        }
        _ = try details.optional(Key.isFromCurrentDevice, as: Bool.self)
        _ = try details.optional(Key.deviceCategory, as: String.self)
    }

    /// Creates the account that newer systems keep for a `VSSubscription`, from the subscription's form on the bus. Without an
    /// expiration date, it does not expire.
    ///
    /// - Throws: `InvalidInput`, or `BusConversionError` with the key of a value of the wrong type.
    init(subscription details: VariantDictionary) throws {
        self.init()
        let level: String? = try details.optional(Key.accessLevel)
        switch level.flatMap(UserAccountsInterface.AccessLevel.init(rawValue:)) {
        case .freeWithAccount: accountType = .free
        case .paid: accountType = .paid
        // Registering an unknown level is an exception on the device.
        case .unknown, nil: throw InvalidInput(field: Key.accessLevel, message: "must be free-with-account or paid")
        }
        subscriptionBillingCycleEndDate = try details.optional(Key.expirationDate)
        tierIdentifiers = try details.optional(Key.tierIdentifiers) ?? []
        billingIdentifier = try details.optional(Key.billingIdentifier)
    }

    /// The account in the form of the bus: nil values are absent.
    var details: VariantDictionary {
        VariantDictionary(filled: [
            Key.updateURL: updateURL, Key.requiresSystemTrust: requiresSystemTrust,
            Key.accountProviderIdentifier: accountProviderIdentifier, Key.identifier: identifier,
            Key.accountType: accountType.rawValue, Key.isSignedOut: isSignedOut,
            Key.subscriptionBillingCycleEndDate: subscriptionBillingCycleEndDate, Key.tierIdentifiers: tierIdentifiers,
            Key.billingIdentifier: billingIdentifier, Key.authenticationData: authenticationData,
            Key.appleSubscription: appleSubscription?.details, Key.isFromCurrentDevice: true,
            Key.deviceCategory: Self.deviceCategory,
        ])
    }
}

extension AppleSubscription {
    /// The subscription in the form of the bus.
    var details: VariantDictionary {
        [Key.customerID: BusVariant(customerID), Key.productCodes: BusVariant(productCodes)]
    }
}

extension ApplicationUserAccount {
    /// The reply of `GetAutoSignInToken`.
    var tokenDetails: VariantDictionary {
        VariantDictionary(filled: [Key.value: token, Key.authorization: authorization.rawValue])
    }
}
