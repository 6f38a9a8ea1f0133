import DBus
import Foundation

@available(*, deprecated)
extension VSSubscription {
    /// The subscription as `SetCurrentSubscription` accepts it.
    var details: Details {
        typealias Key = WireNames.SubscriptionKey
        var details = Details()
        details.write(Key.accessLevel, WireNames.text(of: accessLevel, in: WireNames.accessLevels))
        if let date = expirationDate, date != .distantFuture { details.write(Key.expirationDate, date.unixSeconds) }
        if let tiers = tierIdentifiers, !tiers.isEmpty { details.write(Key.tiers, tiers) }
        if let billingIdentifier { details.write(Key.billingIdentifier, billingIdentifier) }
        return details
    }
}
