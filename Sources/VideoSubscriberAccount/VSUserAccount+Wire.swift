import DBus
import Foundation

extension VSUserAccount {
    private typealias Key = WireNames.UserAccountKey

    /// The account as `UpdateAccount` accepts it. Omits what is nil or false, and what the app cannot set.
    var details: Details {
        var details = Details()
        func write(_ key: WireNames.UserAccountKey, _ value: (some ValueConvertible)?) {
            if let value { details.write(key, value) }
        }
        write(.updateURL, updateURL?.absoluteString)
        write(.requiresSystemTrust, requiresSystemTrust ? true : nil)
        write(.provider, accountProviderIdentifier)
        write(.identifier, identifier)
        details.write(Key.type, WireNames.text(of: accountType, in: WireNames.accountTypes))
        write(.isSignedOut, isSignedOut ? true : nil)
        write(.billingCycleEnd, subscriptionBillingCycleEndDate?.unixSeconds)
        write(.tiers, tierIdentifiers)
        write(.billingIdentifier, billingIdentifier)
        write(.authenticationData, authenticationData)
        write(.appleSubscription, appleSubscription?.details)
        return details
    }

    /// Creates an account from a result of `ListAccounts`. Unknown types and categories become the most restrictive ones.
    ///
    /// - Throws: `ConversionError` with the name of a key whose value has the wrong type.
    init(details: Details) throws(ConversionError) {
        let type: String? = try details.read(Key.type)
        let url: String? = try details.read(Key.updateURL)
        self.init(
            accountType: type.flatMap { WireNames.accountTypes[$0] } ?? .free, updateURL: url.flatMap { URL(string: $0) })
        requiresSystemTrust = try details.read(Key.requiresSystemTrust) ?? false
        accountProviderIdentifier = try details.read(Key.provider)
        identifier = try details.read(Key.identifier)
        isSignedOut = try details.read(Key.isSignedOut) ?? false
        let end: Int64? = try details.read(Key.billingCycleEnd)
        subscriptionBillingCycleEndDate = end.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        tierIdentifiers = try details.read(Key.tiers)
        billingIdentifier = try details.read(Key.billingIdentifier)
        authenticationData = try details.read(Key.authenticationData)
        let subscription: Details? = try details.read(Key.appleSubscription)
        if let subscription { appleSubscription = try VSAppleSubscription(details: subscription) }
        isFromCurrentDevice = try details.read(Key.isFromCurrentDevice) ?? true
        let category: String? = try details.read(Key.deviceCategory)
        deviceCategory = category.flatMap { WireNames.deviceCategories[$0] } ?? .other
    }
}

extension VSAppleSubscription {
    private typealias Key = WireNames.AppleSubscriptionKey

    /// The dictionary for the key `apple-subscription`.
    var details: Details {
        var details = Details()
        details.write(Key.customer, customerID)
        details.write(Key.products, productCodes)
        return details
    }

    /// Creates a subscription from the dictionary.
    ///
    /// - Throws: `ConversionError` with the name of a key whose value has the wrong type.
    init(details: Details) throws(ConversionError) {
        self.init(customerID: try details.read(Key.customer) ?? "", productCodes: try details.read(Key.products) ?? [])
    }
}

extension Date {
    /// The date in Unix seconds, limited to the range of the type.
    var unixSeconds: Int64 {
        let seconds = timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max)
    }
}
