import DBus
import DeviceInterfaces
import Foundation

@available(*, deprecated)
extension VSSubscription {
    /// The subscription as `SetCurrentSubscription` accepts it.
    var details: Details {
        typealias Key = UserAccountsInterface.Key
        var details = Details()
        details[Key.accessLevel] = Variant(Vocabulary.text(of: accessLevel, in: Vocabulary.accessLevels))
        if let date = expirationDate, date != .distantFuture { details[Key.expirationDate] = Variant(date.unixSeconds) }
        if let tiers = tierIdentifiers, !tiers.isEmpty { details[Key.tierIdentifiers] = Variant(tiers) }
        if let billingIdentifier { details[Key.billingIdentifier] = Variant(billingIdentifier) }
        return details
    }
}
