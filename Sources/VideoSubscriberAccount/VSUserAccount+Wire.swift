import DBus
import DeviceInterfaces
import Foundation

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

    /// Creates an account from a result of `ListAccounts`. Unknown types and categories become the most restrictive ones.
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
