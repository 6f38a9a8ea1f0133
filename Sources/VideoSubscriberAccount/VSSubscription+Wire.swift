import DBus
import DeviceInterfaces
import Foundation

@available(*, deprecated)
extension VSSubscription {
    /// The subscription as `SetCurrentSubscription` accepts it.
    var details: VariantDictionary {
        typealias Key = UserAccountsInterface.Key
        var details = VariantDictionary()
        details[Key.accessLevel] = BusVariant(Vocabulary.text(of: accessLevel, in: Vocabulary.accessLevels))
        if let date = expirationDate, date != .distantFuture { details[Key.expirationDate] = BusVariant(date.unixSeconds) }
        if let tiers = tierIdentifiers, !tiers.isEmpty { details[Key.tierIdentifiers] = BusVariant(tiers) }
        if let billingIdentifier { details[Key.billingIdentifier] = BusVariant(billingIdentifier) }
        return details
    }
}
