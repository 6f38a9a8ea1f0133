import DBus
import DeviceInterfaces
import Foundation

@available(*, deprecated)
extension VSSubscription {
    /// The subscription as `SetCurrentSubscription` accepts it.
    var details: VariantDictionary {
        typealias Key = UserAccountsInterface.Key
        return VariantDictionary(filled: [
            Key.accessLevel: Vocabulary.text(of: accessLevel, in: Vocabulary.accessLevels),
            Key.expirationDate: expirationDate == .distantFuture ? nil : expirationDate?.unixSeconds,
            Key.tierIdentifiers: tierIdentifiers?.isEmpty == true ? nil : tierIdentifiers,
            Key.billingIdentifier: billingIdentifier,
        ])
    }
}
